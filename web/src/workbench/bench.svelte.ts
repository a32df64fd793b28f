/** What the workbench knows: files, the one that is open in the editor, mistakes, scenarios. */
import { LSPPlugin } from "@codemirror/lsp-client";
import type { EditorState } from "@codemirror/state";
import { SvelteMap } from "svelte/reactivity";
import { EditorView } from "@codemirror/view";
import { appendTo, type Draft, insertInto, stateOf } from "./editing";
import { changesIn, cursorIn, questionOf, renamedIn, type WorkspaceEdit } from "./edits";
import { endingOf, Files, type Folder, reasonOf } from "./files";
import { create, openFirst } from "./filing";
import { Looking } from "./looking";
import { type Panel, Running } from "./running.svelte";
import { newName } from "./scenario";
import { type Clause, type Entry, Language, type Mend, type Mistake, type Pairs, type Parts, type Sheet } from "./language";

export class Bench {
  readonly files: Files;
  readonly running = new Running(this);
  private readonly drafts = new SvelteMap<string, Draft>();
  folder = $state.raw<Folder | null>(null);
  name = $state("");
  edited = $state(false);
  says = $state("");
  mends = $state.raw<{ of: Mistake; found: Mend[] } | null>(null);
  busy = $state(false);
  private tasks = 0; // that are not done
  panel = $state<Panel>("scenarios");
  language = $state.raw<Language | null>(null);
  uri = $derived(this.uriOf(this.name));
  mistakes = $derived(this.mistakesIn(this.uri));
  unsaved = $derived([...(this.edited ? [this.name] : []), ...this.drafts.keys()]);
  private begun: Promise<void> = Promise.resolve();
  mark = "";
  private view: EditorView | null = null;
  private pause: ReturnType<typeof setTimeout> | undefined;
  private readonly looking = new Looking(this);

  constructor(token: string, readonly place: () => HTMLElement) {
    this.files = new Files(token);
  }

  /** Does something, and says what went wrong. */
  async does(task: () => Promise<void>): Promise<void> {
    this.busy = ++this.tasks > 0;
    try {
      await task();
    } catch (wrong) {
      this.says = reasonOf(wrong);
    } finally {
      this.busy = --this.tasks > 0;
    }
  }

  /** Opens the folder; whoever asks of the game before waits for it. */
  begin(): Promise<void> {
    this.begun = this.connect();
    return this.begun;
  }

  private async connect(): Promise<void> {
    const found = await this.files.list();
    const shelf = { keeps: (uri: string) => this.drafts.has(this.nameOf(uri)), shows: (uri: string) => this.showing(uri) };
    const speaking = new Language(found.root, shelf);
    const gone = () => (this.says = "The server is gone. Start it and open its new link.");
    await speaking.connect(this.files.token, gone, () => this.looking.soon());
    this.language = speaking;
    this.folder = found; // from here on files can be opened
    await openFirst(this);
    await speaking.settled();
    this.running.told = await speaking.scenarios();
  }

  end = (): void => {
    this.looking.end();
    this.view?.destroy();
  };

  /** What is in the editor. */
  get current() { return { view: this.view, uri: this.uri, language: this.language }; }

  nameOf(uri: string): string {
    return this.folder?.files.find((one) => one.uri === uri)?.name ?? "";
  }

  uriOf(name: string): string { return this.folder?.files.find((one) => one.name === name)?.uri ?? ""; }

  named(ending: string): string[] {
    return (this.folder?.files ?? []).map((one) => one.name).filter((name) => name.endsWith(ending));
  }

  // ---- the text

  /** Opens a file, at a line from 0 and a letter of it. What is not saved of the one before is kept. */
  async open(next: string, line = 0, letter = 0): Promise<void> {
    if (next !== this.name) {
      const { state, mark } = await this.draftOf(next);
      this.language?.client.sync();
      if (this.view && this.edited) this.drafts.set(this.name, { state: this.view.state, mark: this.mark });
      this.view?.destroy();
      this.edited = this.drafts.delete(next);
      this.mark = mark;
      this.name = next;
      this.mends = null;
      this.show(state);
    }
    if (!this.view || !line) return;
    const row = this.view.state.doc.line(Math.min(line + 1, this.view.state.doc.lines));
    const at = Math.min(row.from + letter, row.to);
    this.view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "start" }) });
    this.view.focus();
  }

  private async showing(uri: string): Promise<EditorView | null> {
    const name = this.nameOf(uri);
    if (name) await this.open(name);
    else this.says = "That stands in a file of another folder.";
    return name ? this.view : null;
  }

  /** A file that is not in the editor: what was changed in it, else as it is saved. */
  private async draftOf(name: string): Promise<Draft> {
    const kept = this.drafts.get(name);
    if (kept) return kept;
    const { text, mark } = await this.files.read(name);
    return { state: this.stateOf(name, text), mark };
  }

  private stateOf(name: string, doc: string): EditorState {
    const spoken = this.language ? this.language.client.plugin(this.uriOf(name), endingOf(name)) : [];
    const doing = { rename: () => void this.does(() => this.rename()), typed: () => this.typed() };
    return stateOf({ name, doc, writes: this.folder?.writes ?? false, spoken, ...doing });
  }

  private show(state: EditorState): void {
    this.view = new EditorView({ state, parent: this.place() });
    this.language?.underline(this.view, this.uri);
    this.looking.soon();
  }

  /** Runs scenarios that lines name, and shows how they went. */
  runs = (pairs: Pairs): void => void this.does(() => this.running.runOwn(pairs));

  private typed(): void {
    this.edited = true;
    this.running.changed();
    this.mends = null;
    clearTimeout(this.pause);
    this.pause = setTimeout(() => this.language?.client.sync(), 250);
  }

  /** What is done behind every file that was saved, meanwhile. */
  behind: () => void = () => {};

  async save(): Promise<void> {
    await this.put();
    this.behind();
  }

  private async put(): Promise<void> {
    if (!this.view || !this.folder?.writes) return;
    const text = this.view.state.doc.toString();
    this.mark = await this.files.save(this.name, text, this.mark);
    this.edited = this.view.state.doc.toString() !== text;
    this.says = `${this.name} is saved.`;
    this.language?.client.sync();
    this.language?.client.notification("textDocument/didSave", { textDocument: { uri: this.uri } });
  }

  /** Saves every file that was changed; `behind`: and does what is done behind that. */
  async saveAll(behind = true): Promise<void> {
    const names = this.unsaved;
    if (this.edited) await this.put();
    for (const [name, { state, mark }] of [...this.drafts]) {
      await this.files.save(name, state.doc.toString(), mark);
      this.drafts.delete(name);
      this.language?.texts.forget(this.uriOf(name));
      this.language?.came(this.uriOf(name));
    }
    if (names.length) this.says = `${names.join(", ")} ${names.length > 1 ? "are" : "is"} saved.`;
    if (behind) this.behind();
  }

  /** Takes the open file as it is saved. */
  async revert(): Promise<void> {
    const name = this.name;
    if (!confirm(`Take ${name} as it is saved? What you changed in it is lost.`)) return;
    this.edited = false;
    this.running.changed();
    this.name = "";
    await this.open(name);
    this.says = `${name} is as it was saved.`;
  }

  /** Puts a text behind all that stands in the file, not saved. */
  append(text: string): void {
    if (this.view) appendTo(this.view, text);
  }

  /** Writes a scenario into a file, not saved; an empty name is a new file, called by its title. */
  async write(title: string, text: string, into: string): Promise<void> {
    await (into ? this.open(into) : create(this, newName(title, this.named(".scenario"))));
    this.append(text);
    this.says = `The scenario stands at the end of ${this.name}, not saved yet.`;
  }

  /** Puts a thing where the cursor is: on a card what it says, elsewhere its name. */
  insert(one: Entry): void {
    if (!this.view || !this.folder?.writes) return;
    insertInto(this.view, this.name.endsWith(".cards") ? one.snippet || one.name : one.name, one.name);
  }

  // ---- what the game has

  contents = async (): Promise<Entry[]> => (await this.settled())?.contents(this.uri) ?? [];
  rulebook = async (): Promise<Clause[]> => (await this.settled())?.rulebook(this.uri) ?? [];
  parts = async (): Promise<Partial<Parts>> => (await this.settled())?.parts(this.uri) ?? {};
  sheet = async (): Promise<Sheet> => (await this.settled())?.sheet(this.uri) ?? { heads: [], rows: [], files: [] };

  /** Takes edited rows into the files: their own fields alone. False if the author would rather not. */
  async takeRows(heads: string[], rows: string[][]): Promise<boolean> {
    const language = await this.settled();
    return language !== null && this.apply(await language.editSheet(this.uri, [heads, ...rows]));
  }

  /** The card under the cursor. */
  async card(): Promise<{ name: string; code: string } | null> {
    const language = await this.settled();
    const at = this.view && cursorIn(this.view);
    return language && at ? language.card(this.uri, at) : null;
  }

  /** The language server, when nothing waits to be checked. */
  async settled(): Promise<Language | null> {
    await this.begun;
    this.language?.client.sync();
    await this.language?.settled();
    return this.language;
  }

  // ---- mistakes

  /** Mistakes and warnings of a file. */
  mistakesIn(uri: string): Mistake[] { return this.language?.mistakes.get(uri) ?? []; }

  async look(of: Mistake): Promise<void> {
    const plugin = this.view && LSPPlugin.get(this.view);
    if (plugin) plugin.view.dispatch({ selection: { anchor: plugin.fromPosition(of.range.start) }, scrollIntoView: true });
    this.mends = { of, found: (await this.language?.mends(this.uri, of)) ?? [] };
  }

  async mend(one: Mend): Promise<void> {
    this.mends = null;
    await this.apply(one.edit ?? {});
  }

  /** Gives what stands at the cursor another name, wherever it is named. */
  async rename(): Promise<void> {
    if (!this.view || !this.folder?.writes) return;
    const language = await this.settled();
    const edit = language && (await renamedIn(this.view, language, this.uri));
    const question = edit && questionOf(edit, (uri) => this.nameOf(uri));
    if (edit && (!question || confirm(question))) await this.apply(edit);
  }

  /** Changes texts; none of it is saved. False if nothing could be changed. */
  private async apply(edit: WorkspaceEdit): Promise<boolean> {
    const changed = edit.documentChanges ?? [];
    const others = changed.filter((file) => file.textDocument.uri !== this.uri);
    const names = others.map((file) => this.nameOf(file.textDocument.uri));
    if (!this.view) return false;
    if (names.includes("")) throw new Error("That is about files of other folders as well: it is done in another editor.");
    if (others.length) this.running.changed();
    for (const [number, { textDocument, edits }] of others.entries()) {
      const name = names[number] ?? "";
      const { state, mark } = await this.draftOf(name);
      const after = state.update({ changes: changesIn(state.doc, edits) }).state;
      this.drafts.set(name, { state: after, mark });
      this.language?.texts.tell(textDocument.uri, endingOf(name), after.doc);
    }
    const mine = changed.filter((file) => file.textDocument.uri === this.uri).flatMap((file) => file.edits);
    this.view.dispatch({ changes: changesIn(this.view.state.doc, mine) });
    if (names.length) this.says = `${names.join(", ")} changed too, not saved yet.`;
    return true;
  }
}
