/** Puts a sheet beside what it was opened from, within the window. */
import type { Action } from "svelte/action";

const GAP = 8;

export const placeBeside: Action<HTMLElement, DOMRect> = (node, anchor) => {
  const place = (at: DOMRect) => {
    const { width, height } = node.getBoundingClientRect();
    const right = at.right + GAP + width <= innerWidth;
    const left = right ? at.right + GAP : Math.max(GAP, at.left - GAP - width);
    node.style.left = `${Math.min(left, Math.max(GAP, innerWidth - width - GAP))}px`;
    node.style.top = `${Math.max(GAP, Math.min(at.top, innerHeight - height - GAP))}px`;
  };
  const sized = new ResizeObserver(() => place(anchor));
  place(anchor);
  sized.observe(node);
  return {
    update: (next) => {
      anchor = next;
      place(next);
    },
    destroy: () => sized.disconnect(),
  };
};
