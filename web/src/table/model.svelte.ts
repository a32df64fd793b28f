/** What the parts of a table share: the frame that is drawn, what may be chosen, what is open. */
import { getContext, setContext } from "svelte";
import type { Event } from "../contract/events";
import type { TakenBack } from "../contract/messages";
import type { PrintedCard, Schema } from "../contract/schema";
import type { CardView, Choice, Option, Thing, View } from "../contract/view";
import { NO_FRAMES, isNewest, reduceFrames, shownFrame, type Frame, type FrameAction, type Frames } from "../store/frames";
import type { Told } from "../store/reasons";
import { sayIn, type Say } from "../text/words";
import { answerOn, offersAt, offersByKey, picksAtOnce, zoneKey } from "./choosing";
import { layoutOf, thingsOf, type KeyedThing, type Layout } from "./layout";

/** What somebody asks about: a figure or value by its name, or what is not offered. */
export type Question = { value: string } | { not: string };

/** What a table can do besides being looked at; what is missing cannot be done here. */
export interface Ports {
  answer?: (choice: Choice, i: number) => void;
  /** Several things at once. */
  pick?: (choice: Choice, picks: number[]) => void;
  /** The lines of the answer. */
  ask?: (question: Question) => Promise<Told[]>;
  /** The lines of why an event happened. */
  why?: (event: Event) => Promise<Told[]>;
  /** Shows the game in another of its languages. */
  speak?: (language: string) => void;
}

/** The sheet of a card that is open: of which thing, and where it was opened. */
export interface Sheet {
  key: string;
  thing: Thing;
  card: CardView;
  anchor: DOMRect;
  opener: HTMLElement;
  /** What it was dropped on, which what is chosen on it shall go for. */
  aim?: Aim | undefined;
}

/** A place of the table that an answer shall go for: its keys, what it is called, and the choice
 * after which it is looked for. */
export interface Aim {
  keys: readonly string[];
  name: string;
  behind: string;
}

export class TableModel {
  readonly schema: Schema;
  readonly layout: Layout;
  readonly say: Say;
  readonly ports: Ports;
  frames = $state.raw<Frames>(NO_FRAMES);
  sheet = $state.raw<Sheet | null>(null);
  /** Who took answers back, and the beat that was the last one then. */
  undone = $state.raw<readonly TakenBack[]>([]);
  /** The card that is pointed at elsewhere, such as in the log. */
  pointed = $state<string | null>(null);
  /** What the question that follows is answered with, if it can be. */
  #aim: Aim | null = null;
  /** The choice that was answered last, until another one is open. */
  answered = $state<string | null>(null);
  readonly frame: Frame | null = $derived(shownFrame(this.frames));
  #drawn: View | null = null;
  /** The view that is drawn: that of the frame, and until it has come that from before. */
  readonly drawn: View | null = $derived.by(() => (this.#drawn = this.frame?.view ?? this.#drawn));
  readonly choice: Choice | null = $derived.by(() => {
    const choice = isNewest(this.frames) ? (this.frame?.view?.choice ?? null) : null;
    return this.ports.answer && choice?.id !== this.answered ? choice : null;
  });
  /** What is lit: the open choice, and where nobody answers (in a recording) that of whoever was asked. */
  readonly offered: Choice | null = $derived.by(() => (this.ports.answer ? this.choice : (this.frame?.view?.choice ?? null)));
  readonly offers: Map<string, Option[]> = $derived(offersByKey(this.offered));
  /** Where several things are picked at once: the answers that are marked, by the key of the thing. */
  #marked = $state.raw<{ choice: string; by: ReadonlyMap<string, number> }>({ choice: "", by: new Map() });
  readonly atOnce: boolean = $derived.by(() => this.ports.pick !== undefined && picksAtOnce(this.choice));
  readonly marked: ReadonlyMap<string, number> = $derived(this.atOnce && this.#marked.choice === this.choice?.id ? this.#marked.by : new Map());
  readonly picked: Set<string> = $derived(new Set([...(this.choice?.picked ?? []), ...this.marked.keys()]));

  constructor(schema: Schema, ports: Ports) {
    this.schema = schema;
    this.layout = layoutOf(schema);
    this.say = sayIn(schema.language);
    this.ports = ports;
  }

  get view(): View {
    if (!this.drawn) throw new Error("Nothing is drawn yet.");
    return this.drawn;
  }

  act(action: FrameAction): void {
    this.sheet = null;
    this.frames = reduceFrames(this.frames, action);
  }

  card(view: CardView | null | undefined): PrintedCard | null {
    const code = view?.copy_of ?? view?.code;
    return (code && this.schema.cards[code]) || null;
  }

  /** What a card is called; one that the reader does not know is a hidden card. */
  nameOf(view: CardView | null | undefined): string {
    return this.card(view)?.name ?? this.say("hiddenCard");
  }

  /** The thing on the table that holds the card with an id. */
  thing(id: string): (KeyedThing & { card: CardView }) | null {
    for (const zone of this.drawn?.zones ?? []) {
      for (const one of thingsOf(zone)) {
        const card = one.thing.cards.find((card) => card.id === id);
        if (card) return { ...one, card };
      }
    }
    return null;
  }

  /** Answers the open choice: once; until another is open nothing may be chosen. */
  answer(i: number): void {
    const choice = this.choice;
    const aim = this.sheet?.aim ?? null;
    this.close();
    if (!choice) return;
    this.#aim = choice.options.some((one) => one.then && one.same.includes(i)) ? aim : null;
    this.answered = choice.id;
    this.ports.answer?.(choice, i);
  }

  /** A thing is dropped on a place. What asks for something takes what is there, if that is one
   * thing; else the sheet of the thing opens, and what is chosen on it goes for the place. */
  drop(key: string, on: string, opener: HTMLElement): void {
    const [found, choice] = [this.thing(key), this.choice];
    if (!found || !choice || key === on) return;
    const there = this.thing(on);
    const aim = { keys: there?.keys ?? [on], name: this.nameAt(on), behind: choice.id };
    const offers = offersAt(choice, aim.keys);
    const asks = found.thing.cards.some((card) => card.id && card.id === choice.source?.card);
    if (asks && offers.length === 1) this.take(offers);
    else if (asks && offers.length && there) this.open(there.key, there.thing, opener);
    else this.open(found.key, found.thing, opener, undefined, this.liesIn(found.key, on) ? undefined : aim);
  }

  /** Goes on with what was aimed at, as soon as that is asked for: once, and only if it is one thing. */
  goOn(): void {
    const [aim, choice] = [this.#aim, this.choice];
    if (!aim || !choice || choice.id === aim.behind) return;
    this.#aim = null;
    this.take(offersAt(choice, aim.keys));
  }

  /** Takes what is offered, if it is one option. */
  take([offer, ...more]: { key: string; option: Option }[]): void {
    if (!offer || more.length) return;
    if (this.atOnce) this.mark(offer.key, answerOn(offer.option, offer.key));
    else this.answer(answerOn(offer.option, offer.key));
  }

  /** Whether a thing lies in the zone of a key. */
  liesIn(key: string, zone: string): boolean {
    const found = this.drawn?.zones.find((one) => zoneKey(one.id, one.of) === zone);
    return found ? thingsOf(found).some((one) => one.key === key) : false;
  }

  /** What lies or sits at a place is called. */
  nameAt(key: string): string {
    const found = this.thing(key);
    if (found) return this.nameOf(found.thing.cards.at(-1));
    const [kind, of, zone] = key.split("/");
    if (kind !== "zone") return of ?? key;
    const title = this.schema.zones[zone ?? ""]?.title ?? zone ?? key;
    return of ? this.say("of", { thing: title, who: of }) : title;
  }

  /** Marks a thing for a choice of several, or takes the mark away. */
  mark(key: string, i: number): void {
    const by = new Map(this.marked);
    if (!by.delete(key)) by.set(key, i);
    this.#marked = { choice: this.choice?.id ?? "", by };
    this.close();
  }

  /** Sends everything that is marked. */
  sendMarked(): void {
    const choice = this.choice;
    this.close();
    if (!choice) return;
    const picks = [...this.marked.values()];
    this.answered = choice.id;
    this.ports.pick?.(choice, picks);
  }

  open(key: string, thing: Thing, opener: HTMLElement, card: CardView = thing.cards.at(-1) ?? {}, aim?: Aim): void {
    this.sheet = { key, thing, card, anchor: opener.getBoundingClientRect(), opener, aim };
  }

  /** Closes the sheet; the focus goes back to where it was opened. */
  close(): void {
    const opener = this.sheet?.opener;
    this.sheet = null;
    if (opener?.isConnected) opener.focus({ preventScroll: true });
  }

  /** What a gauge or a note is called. */
  title(value: string): string {
    return this.schema.values[value]?.title ?? value.replaceAll("_", " ");
  }
}

const KEY = Symbol("table");

export function provideTable(model: TableModel): TableModel {
  return setContext(KEY, model);
}

export function useTable(): TableModel {
  return getContext<TableModel>(KEY);
}
