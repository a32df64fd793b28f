/** The games that were kept: played again, blessed, opened where they are, made scenarios. */
import type { Branch, Branches, Fork, Tried } from "./files";
import type { Trying } from "./trying.svelte";

/** A row of the tree: an answer, or the end of a branch; `depth`: how many forks lead there. */
export interface Row { depth: number; deed: Fork["deeds"][number] | null; end: string; of: string; left: number }

const SHOWN = 5; // answers of a run, the last ones

/** The tree as rows; of long runs only the last answers, with how many are left out. */
export function rowsOf(tree: Fork[], depth = 0): Row[] {
  return tree.flatMap((fork) => {
    const of = endsOf(fork)[0] ?? "";
    const left = Math.max(fork.deeds.length - SHOWN, 0);
    const deeds = fork.deeds.slice(left).map((deed, at) => ({ depth, deed, end: "", of, left: at ? 0 : left }));
    const ends = fork.ends.map((end) => ({ depth, deed: null, end, of: end, left: 0 }));
    return [...deeds, ...ends, ...rowsOf(fork.behind, depth + 1)];
  });
}

const endsOf = (fork: Fork): string[] => [...fork.ends, ...fork.behind.flatMap(endsOf)];

/** `Enter the ring: "Pup"` of `Enter the ring: #8 "Pup" (seen by ana)`. */
export const saidIn = (text: string): string => text.replace(/ \(seen by [^)]*\)$/, "").replaceAll(/#\d+ /g, "");

export const whoIn = (asked: string): string => /^\w+ ("[^"]*"|\S+)/.exec(asked)?.[1] ?? "";

export class Branching {
  found = $state.raw<Branches | null>(null);

  constructor(readonly trying: Trying) {}

  named(name: string): Branch | undefined {
    return this.found?.branches.find((one) => one.name === name);
  }

  /** Plays all of them again, by the rules as they were saved. */
  async look(): Promise<void> {
    this.found = await this.trying.bench.files.branches();
  }

  /** Opens a table at the choice of a step, or at the end (0). */
  async open(name: string, step: number): Promise<void> {
    const { bench, bot } = this.trying;
    this.trying.sit(await bench.files.branch<Tried>("open", { name, step: String(step), bot }));
    bench.says = `The table stands ${step ? `at step ${step}` : "at the end"} of branch ${name}.`;
  }

  async bless(name: string, blessed: boolean): Promise<void> {
    await this.trying.bench.files.branch("bless", { name, blessed: blessed ? "yes" : "no" });
    await this.look();
  }

  async remove(name: string): Promise<void> {
    if (!confirm(`Throw branch ${name} away?`)) return;
    await this.trying.bench.files.branch("remove", { name });
    await this.look();
  }

  /** The last answers as a scenario, behind the text of a new file. */
  async scenario(name: string): Promise<void> {
    const { bench } = this.trying;
    const { text } = await bench.files.branch<{ text: string }>("scenario", { name, title: name });
    await bench.write(name, text, "");
  }
}
