/** The scenarios of the format, run with the texts as they stand in the editor. */
import type { Bench } from "./bench.svelte";
import type { Look, Outcome, Pairs, Told } from "./language";

export type Panel = "scenarios" | "table" | "branches" | "contents" | "rulebook" | "sheet" | "balance";

export const keyOf = (one: { uri: string; title: string }): string => `${one.uri} ${one.title}`;

export class Running {
  told = $state.raw<Told[]>([]);
  outcomes = $state.raw<Record<string, Outcome>>({});
  looked = $state.raw<(Look & { key: string }) | null>(null);

  edits = $state(0); // of texts, so far
  private ran = $state(0); // behind so many of them
  /** Whether texts have changed since the scenarios were run. */
  stale = $derived(this.ran !== this.edits);

  constructor(readonly bench: Bench) {}

  /** A text is another one. */
  changed(): void {
    this.edits++;
  }

  /** Runs all of them, or some, with what is not saved. */
  async run(some?: Pairs): Promise<void> {
    const { edits } = this; // what is typed meanwhile is not run
    const language = await this.bench.settled();
    if (!language) return;
    this.told = await language.scenarios();
    const found = await language.run(some ?? this.told.map((one) => [one.uri, one.title]));
    this.outcomes = Object.fromEntries(found.map((one) => [keyOf(one), one]));
    this.ran = edits;
    this.looked = null;
    this.bench.says = "";
  }

  /** Runs those of this folder, and shows how they went. */
  async runOwn(pairs: Pairs): Promise<void> {
    const own = pairs.filter(([uri]) => this.bench.nameOf(uri));
    if (!own.length) throw new Error("They stand in files of another folder.");
    this.bench.panel = "scenarios";
    await this.run(own);
  }

  /** Goes to the line at which one fails, and tells what happened before. */
  async lookInto(one: Told): Promise<void> {
    const { bench } = this;
    const found = (await (await bench.settled())?.look(one)) ?? null;
    this.looked = found && { key: keyOf(one), ...found };
    if (!found) bench.says = "It passes by now.";
    else await bench.open(bench.nameOf(one.uri), found.wrong[0]?.line ?? one.line);
  }
}
