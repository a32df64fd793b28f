/** Clocks of players between two messages: they tick here from what was told last. */
import type { Clock } from "../contract/messages";

/** The seconds below which a player is warned, the fewest last. */
export const WARNINGS = [60, 10];

/** The seconds left of a clock, of which was told at `heard`, at the time `now` (milliseconds). */
export function leftOf(clock: Clock, heard: number, now: number): number {
  return Math.max(0, clock.left - (clock.runs ? Math.max(0, now - heard) / 1000 : 0));
}

/** As clocks show it: `4:05`; a second that has begun counts. */
export function clockText(left: number): string {
  const whole = Math.ceil(left);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** The seconds that less than is left of; null while there is enough. */
export function warningOf(left: number): number | null {
  return WARNINGS.filter((one) => left < one).at(-1) ?? null;
}
