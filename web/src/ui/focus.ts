/** Moving the focus with the arrow keys among the things of a zone. */

export function moveFocus(event: KeyboardEvent): void {
  const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  if (!step) return;
  const things = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>("[data-thing]")];
  const place = things.indexOf(document.activeElement as HTMLElement);
  const next = things[place + step];
  if (place < 0 || !next) return;
  event.preventDefault();
  next.focus();
}
