/** How a frame comes out of the one before it: things glide to where they lie now, and a card that
 * could not be followed flies from the zone it left to the one it went to. */
import type { Event, Moved } from "../contract/events";
import { zoneKey } from "../table/choosing";

type Places = Map<string, DOMRect>;

/** Where everything with a key lies now. */
export function placesOn(board: HTMLElement): Places {
  const found: Places = new Map();
  for (const node of board.querySelectorAll<HTMLElement>("[data-thing]")) {
    found.set(node.dataset.key ?? "", node.getBoundingClientRect());
  }
  for (const node of board.querySelectorAll<HTMLElement>("[data-zone]")) {
    found.set(node.dataset.zone ?? "", node.getBoundingClientRect());
  }
  return found;
}

/** Plays the way from the places before to where things lie now, in so many milliseconds. */
export function play(board: HTMLElement, before: Places, events: Event[], duration: number): void {
  const moves = events.filter((event): event is Moved => event.kind === "move");
  const flown = new Set<string>();
  for (const node of board.querySelectorAll<HTMLElement>("[data-thing]")) {
    const key = node.dataset.key ?? "";
    const from = before.get(key) ?? origin(key, moves, before);
    const at = node.getBoundingClientRect();
    if (!from || !at.width) continue;
    const [dx, dy] = [from.x - at.x, from.y - at.y];
    if (Math.hypot(dx, dy) < 3) continue;
    flown.add(key);
    node.animate([{ translate: `${dx}px ${dy}px`, zIndex: 40 }, { translate: "0 0", zIndex: 40 }], { duration, easing: "ease-in-out" });
  }
  for (const move of moves) {
    if (!flown.has(move.card.id ?? "")) flyBack(board, move, before, duration);
  }
}

/** Where a card that was not known by its id came from. */
function origin(key: string, moves: Moved[], before: Places): DOMRect | undefined {
  const move = moves.find((one) => one.card.id === key);
  return move && (before.get(move.was ?? "") ?? before.get(zoneKey(move.start.zone, move.start.of)));
}

/** A card that lies unseen where it went: its back flies there, and is gone. */
function flyBack(board: HTMLElement, move: Moved, before: Places, duration: number): void {
  const from = before.get(move.was ?? "") ?? before.get(zoneKey(move.start.zone, move.start.of));
  const goal = board.querySelector(`[data-zone="${CSS.escape(zoneKey(move.end.zone, move.end.of))}"]`);
  const to = goal?.getBoundingClientRect();
  if (!from || !to || !to.width) return;
  const back = document.createElement("span");
  back.className = "flying";
  document.body.append(back);
  const at = (rect: DOMRect) => `${rect.x + Math.min(rect.width / 2, 60) - 20}px ${rect.y + Math.min(rect.height / 2, 60) - 20}px`;
  const flight = back.animate([{ translate: at(from), opacity: 1 }, { translate: at(to), opacity: 0.9 }], { duration, easing: "ease-in-out" });
  flight.onfinish = flight.oncancel = () => back.remove();
}

/** Whether the reader of the page wants to see no movement. */
export function isStill(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
