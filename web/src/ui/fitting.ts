/** The size of cards at which the whole table fits into the window, as far as they stay readable. */
export const SIZES = [112, 104, 96, 88, 80, 72, 66, 60] as const;
const SMALL_SIZES = [66, 60] as const; // of a narrow window, which scrolls
const NARROW = 700;
const SLACK = 1.12; // there has to be so much room before cards grow again

/** The next size to try: where the table does not fit the largest smaller one with which it may, a
 * larger one where it does with room to spare; null to leave it. */
export function nextSize(sizes: readonly number[], size: number, needed: number, room: number): number | null {
  const place = sizes.indexOf(size);
  if (needed > room) return sizes.slice(place + 1).find((one) => needed * (one / size) <= room) ?? (place < sizes.length - 1 ? (sizes.at(-1) ?? null) : null);
  const larger = sizes[place - 1];
  return larger !== undefined && needed * (larger / size) * SLACK < room ? larger : null;
}

/** What sets `--base` on the table: to be called whenever what lies on it has changed, and by itself
 * where the room does. `stop` ends that. */
export function fitting(node: HTMLElement): { fit: () => void; stop: () => void } {
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
  return { fit, stop: () => sized.disconnect() };
}
