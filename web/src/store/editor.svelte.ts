/** An editor that shows the page in a frame: it is asked to open what stands behind a card, a word of
 * its text or a line of the rules, and is told at which table somebody is. */

/** A card by its code; a word of its text with a number, by what comes before it; a line of the rules. */
export type Spot = { card: string; text?: number; before?: string } | { file: string; line: number; said: string };

/** What the two say to each other; nothing else is listened to. */
export type FromEditor = { playsheet: "editor" } | { playsheet: "replay"; game: string };
export type ToEditor = { playsheet: "open"; spot: Spot } | { playsheet: "at"; table: string };

interface Heard { source: unknown; origin: string; data: unknown }
interface Speaks { postMessage(message: unknown, origin: string): void }
interface Around extends Speaks { parent: Speaks }

export class Editor {
  /** Whether there is one. */
  listens = $state(false);
  #origin = "";
  #told: ToEditor | null = null;

  constructor(readonly around: Around | null) {}

  /** Takes a message of the page around this one; gives a saved game that is to be shown. Messages of
   * others, or where there is no page around, are none. */
  hear({ source, origin, data }: Heard): string | null {
    const { around } = this;
    if (!around || around.parent === around || source !== around.parent) return null;
    if (typeof data !== "object" || data === null || !("playsheet" in data)) return null;
    if (data.playsheet === "replay" && "game" in data && typeof data.game === "string") return data.game;
    if (data.playsheet !== "editor") return null;
    this.#origin = origin;
    this.listens = true;
    if (this.#told) this.#say(this.#told);
    return null;
  }

  open(spot: Spot): void {
    if (this.listens) this.#say({ playsheet: "open", spot });
  }

  /** Somebody is at a table. */
  at(table: string): void {
    this.#told = { playsheet: "at", table };
    if (this.listens) this.#say(this.#told);
  }

  #say(message: ToEditor): void {
    this.around?.parent.postMessage(message, this.#origin);
  }
}

export const editor = new Editor(typeof window === "undefined" ? null : window);
