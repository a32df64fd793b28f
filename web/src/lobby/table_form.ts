/** What somebody fills in for a new table, and the request that it is. */
import type { DeckRow } from "../contract/decks";
import type { Branch, FormatRow, NewTable } from "../contract/messages";

export interface SeatForm {
  /** `me`, `link`, or a bot of the lobby. */
  plays: string;
  name: string;
  /** "" is the first deck of the format, `OWN` the one that was built. */
  deck: string;
}

export const OWN = "*";

/** A saved game that somebody wants to play on: its file, from which step, and who sits at it. */
export interface Going {
  game: string;
  step: number | null;
  title: string;
  seats: string[];
}

const NAMES = ["ana", "bo", "cleo", "dan", "eve", "finn", "gus", "hal", "ivy", "jo", "kai", "lu"]; // the first as in scenarios

/** Seats for a format: oneself, and bots on the others. */
export function seatsFor(format: FormatRow, bot: string, before: SeatForm[] = []): SeatForm[] {
  return Array.from({ length: format.seats[0] }, (_, place) => seatAt(place, bot, before[place]));
}

/** A seat more or fewer, as far as the format has them. */
export function resized(format: FormatRow, seats: SeatForm[], count: number, bot: string): SeatForm[] {
  const wanted = Math.min(Math.max(count, format.seats[0]), format.seats[1]);
  return Array.from({ length: wanted }, (_, place) => seats[place] ?? seatAt(place, bot));
}

function seatAt(place: number, bot: string, before?: SeatForm): SeatForm {
  return { plays: before?.plays ?? (place ? bot : "me"), name: before?.name ?? NAMES[place] ?? `seat${place + 1}`, deck: "" };
}

/** The seats of a game that goes on: oneself at the first, bots at the others. */
export function seatsOf(from: Going, bot: string): SeatForm[] {
  return from.seats.map((name, place) => ({ plays: place ? bot : "me", name, deck: "" }));
}

/** Who plays a seat, as the server calls it. */
const playerOf = ({ plays }: SeatForm): string => (plays === "me" || plays === "link" ? "human" : plays);

/** The request for a saved game to go on. */
export function branchOf({ game, step }: Going, seats: SeatForm[]): Branch {
  return { game, step, plays: seats.map(playerOf) };
}

/** What is agreed on for a table beside its seats. */
export interface Agreed {
  /** That each person has for the whole game, null for no clocks. */
  minutes: number | null;
  /** A seat with one possible answer seems to think. */
  wait: boolean;
  /** How the options of the rules stand; a number that was wiped out is as it is unless set. */
  options: Record<string, boolean | number | null>;
}

/** What is agreed on unless something else is. */
export function agreedFor(format: FormatRow, wait: boolean, minutes: number | null = null): Agreed {
  const options = Object.fromEntries(Object.entries(format.options).map(([name, { value }]) => [name, value]));
  return { minutes, wait, options };
}

/** The request for a new table; `own`: the cards of the deck that was built. */
export function requestOf(format: FormatRow, seats: SeatForm[], own: DeckRow[] = [], { minutes, wait, options } = agreedFor(format, false)): NewTable {
  const set = Object.entries(options).flatMap(([name, value]) => (value === null || value === format.options[name]?.value ? [] : [[name, value] as const]));
  return {
    format: format.name,
    ...(minutes ? { minutes } : {}),
    ...(set.length ? { options: Object.fromEntries(set) } : {}),
    wait,
    seats: seats.map((seat) => ({
      name: seat.name.trim(),
      plays: playerOf(seat),
      ...(seat.deck === OWN ? { cards: own } : seat.deck ? { deck: seat.deck } : {}),
    })),
  };
}
