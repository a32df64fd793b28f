/** Dragging a thing onto a place, with a mouse, a pen or a finger (that rests on it first, as it
 * scrolls else): one that may be chosen, or what asks for something there. What a drop means is for
 * the table to say. */
import type { Action } from "svelte/action";
import type { TableModel } from "../table/model.svelte";

interface Dragged {
  key: string;
  enabled: boolean;
  model: TableModel;
}

const AFTER_CLICK = 40; // milliseconds, in which the click that ends a drag comes
const FAR = 12; // pixels that make a drag of a press
const RESTS = 300; // milliseconds for which a finger rests before it drags

/** Lets a node be dragged while that is enabled. */
export const draggable: Action<HTMLElement, Dragged> = (node, given) => {
  let dragged = given;
  let start: { x: number; y: number } | null = null;
  let moves = false;
  let rests: ReturnType<typeof setTimeout> | undefined;
  let held = false; // by a finger that has rested

  const down = (event: PointerEvent) => {
    if (!dragged.enabled || event.button !== 0) return;
    start = { x: event.clientX, y: event.clientY };
    if (event.pointerType === "touch") rests = setTimeout(() => hold(true), RESTS);
  };
  const hold = (now: boolean) => {
    clearTimeout(rests);
    held = now;
    node.classList.toggle("held", now);
  };
  const move = (event: PointerEvent) => {
    if (!start) return;
    const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
    if (!moves && Math.hypot(dx, dy) < FAR) return;
    if (event.pointerType === "touch" && !held) return cancel(); // it scrolls
    if (!moves) node.setPointerCapture(event.pointerId);
    moves = true;
    node.style.translate = `${dx}px ${dy}px`;
    node.style.pointerEvents = "none";
  };
  const cancel = () => {
    start = null;
    moves = false;
    hold(false);
    node.style.translate = "";
    node.style.pointerEvents = "";
  };
  const up = (event: PointerEvent) => {
    const target = moves ? targetAt(event.clientX, event.clientY) : null;
    const dropped = moves;
    cancel();
    if (!dropped) return;
    node.addEventListener("click", swallow, { capture: true });
    setTimeout(() => {
      node.removeEventListener("click", swallow, { capture: true });
      drop(dragged, target, node);
    }, AFTER_CLICK);
  };

  /** What is held neither scrolls nor opens a menu. */
  const stays = (event: Event) => {
    if (held) event.preventDefault();
  };

  node.addEventListener("pointerdown", down);
  node.addEventListener("pointermove", move);
  node.addEventListener("pointerup", up);
  node.addEventListener("pointercancel", cancel);
  node.addEventListener("touchmove", stays, { passive: false });
  node.addEventListener("contextmenu", stays);
  return { update: (next) => (dragged = next), destroy: () => clearTimeout(rests) };
};

/** Marks a node as a place where things may be dropped. */
export const dropTarget: Action<HTMLElement, string> = (node, key) => {
  node.dataset.drop = key;
  return { update: (next) => (node.dataset.drop = next) };
};

const swallow = (click: Event) => click.stopImmediatePropagation();

function targetAt(x: number, y: number): string | null {
  const found = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-drop]");
  return found?.dataset.drop ?? null;
}

function drop({ key, model }: Dragged, target: string | null, node: HTMLElement): void {
  if (target !== null) model.drop(key, target, node);
}
