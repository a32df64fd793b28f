/** The size of cards at which the whole table fits into the window, as far as they stay readable. */
import type { Action } from "svelte/action";

export const SIZES = [112, 104, 96, 88, 80, 72, 66, 60] as const;
const SMALL_SIZES = [66, 60] as const; // of a narrow window, which scrolls
const NARROW = 700;
const SLACK = 1.12; // there has to be so much room before cards grow again

/** The next size to try: a smaller one where the table does not fit, a larger one where it does
 * with room to spare; null to leave it. */
export function nextSize(sizes: readonly number[], size: number, needed: number, room: number): number | null {
  const place = sizes.indexOf(size);
  if (needed > room) return sizes[place + 1] ?? null;
  const larger = sizes[place - 1];
  return larger !== undefined && needed * (larger / size) * SLACK < room ? larger : null;
}

/** Sets `--base` on the table whenever the room or what lies on it changes. The parameter is only
 * there to tell of a change. */
export const fitted: Action<HTMLElement, unknown> = (node) => {
  let size = 0;
  const fit = () => {
    const frame = node.parentElement;
    if (!frame) return;
    const sizes = innerWidth <= NARROW ? SMALL_SIZES : SIZES;
    if (!(sizes as readonly number[]).includes(size)) set(sizes[Math.min(4, sizes.length - 1)] ?? 60);
    for (let tries = 0; tries < sizes.length; tries++) {
      const next = nextSize(sizes, size, node.scrollHeight, frame.clientHeight);
      if (next === null) return;
      const grows = next > size;
      const before = size;
      set(next);
      if (grows && node.scrollHeight > frame.clientHeight) return set(before);
    }
  };
  const set = (next: number) => {
    size = next;
    node.style.setProperty("--base", `${size}px`);
  };
  const sized = new ResizeObserver(() => requestAnimationFrame(fit));
  if (node.parentElement) sized.observe(node.parentElement);
  fit();
  return { update: fit, destroy: () => sized.disconnect() };
};
