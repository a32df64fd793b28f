/** What the workbench knows: files, the one that is open in the editor, mistakes, scenarios. */
import { snippet } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { lintGutter } from "@codemirror/lint";
import { LSPPlugin } from "@codemirror/lsp-client";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { edited, newNameIn, type WorkspaceEdit } from "./edits";
import { Files, type Folder } from "./files";
import { newName } from "./scenario";
import { type Clause, type Entry, Language, type Look, type Mend, type Mistake, type Outcome, type Parts, type Sheet, type Told } from "./language";

export const keyOf = (one: { uri: string; title: string }): string => `${one.uri} ${one.title}`;

/** What went wrong, in words; the language server's answers are no errors of the page. */
export function reasonOf(wrong: unknown): string {
  if (typeof wrong === "object" && wrong !== null && "message" in wrong) return String(wrong.message);
  return String(wrong);
}

export class Bench {
  readonly files: Files;
  folder = $state.raw<Folder | null>(null);
  name = $state("");
  edited = $state(false);
  says = $state("");
  mistakes = $state.raw<Mistake[]>([]);
  mends = $state.raw<{ of: Mistake; found: Mend[] } | null>(null);
  told = $state.raw<Told[]>([]);
  outcomes = $state.raw<Record<string, Outcome>>({});
  looked = $state.raw<(Look & { key: string }) | null>(null);
  busy = $state(false);
  language: Language | null = null;
  uri = $derived(this.folder?.files.find((one) => one.name === this.name)?.uri ?? "");
  private begun: Promise<void> = Promise.resolve();
  private mark = "";
  private view: EditorView | null = null;
  private pause: ReturnType<typeof setTimeout> | undefined;

  constructor(token: string, readonly place: () => HTMLElement) {
    this.files = new Files(token);
  }

  /** Does something, and says what went wrong. */
  async does(task: () => Promise<void>): Promise<void> {
    this.busy = true;
    try {
      await task();
    } catch (wrong) {
      this.says = reasonOf(wrong);
    } finally {
      this.busy = false;
    }
  }

  /** Opens the folder; whoever asks of the game before waits for it. */
  begin(): Promise<void> {
    this.begun = this.connect();
    return this.begun;
  }

  private async connect(): Promise<void> {
    const found = await this.files.list();
    const speaking = new Language(found.root, () => (this.mistakes = speaking.mistakes.get(this.uri) ?? []));
    await speaking.connect(this.files.token, () => (this.says = "The server is gone. Start it and open its new link."));
    this.language = speaking;
    this.folder = found; // from here on files can be opened
    const first = found.files.find((one) => one.name.endsWith(".rules")) ?? found.files[0];
    if (first) await this.open(first.name);
    await speaking.settled();
    this.told = await speaking.scenarios();
  }

  end(): void {
    this.view?.destroy();
  }

  nameOf(uri: string): string {
    return this.folder?.files.find((one) => one.uri === uri)?.name ?? "";
  }

  named(ending: string): string[] {
    return (this.folder?.files ?? []).map((one) => one.name).filter((name) => name.endsWith(ending));
  }

  // ---- the text

  /** Opens a file, at a line from 0; false if what is open is not left. */
  async open(next: string, line = 0): Promise<boolean> {
    if (next !== this.name) {
      if (this.edited && !confirm(`${this.name} is not saved. Leave it?`)) return false;
      const read = await this.files.read(next);
      this.mark = read.mark;
      this.name = next;
      this.edited = false;
      this.mends = null;
      this.show(read.text);
    }
    if (!this.view || !line) return true;
    const at = this.view.state.doc.line(Math.min(line + 1, this.view.state.doc.lines)).from;
    this.view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "start" }) });
    this.view.focus();
    return true;
  }

  private show(text: string): void {
    this.view?.destroy();
    this.mistakes = this.language?.mistakes.get(this.uri) ?? [];
    const spoken = this.language ? [this.language.client.plugin(this.uri, this.name.split(".").pop() ?? "")] : [];
    const saves = { key: "Mod-s", run: () => (void this.does(() => this.save()), true) };
    const told = EditorView.updateListener.of((update) => {
      if (update.docChanged) this.typed();
    });
    const looks = [lineNumbers(), lintGutter(), history(), drawSelection(), highlightActiveLine(), highlightSelectionMatches(), EditorView.lineWrapping];
    const allowed = EditorState.readOnly.of(!this.folder?.writes);
    const called = EditorView.contentAttributes.of({ "aria-label": this.name, tabindex: "0" });
    const renames = { key: "F2", run: () => (void this.does(() => this.rename()), true) };
    const keys = keymap.of([saves, renames, ...searchKeymap, ...historyKeymap, ...defaultKeymap]);
    this.view = new EditorView({ doc: text, parent: this.place(), extensions: [keys, ...looks, ...spoken, told, allowed, called] });
  }

  private typed(): void {
    this.edited = true;
    this.mends = null;
    clearTimeout(this.pause);
    this.pause = setTimeout(() => this.language?.client.sync(), 250);
  }

  async save(): Promise<void> {
    if (!this.view || !this.folder?.writes) return;
    const text = this.view.state.doc.toString();
    this.mark = await this.files.save(this.name, text, this.mark);
    this.edited = this.view.state.doc.toString() !== text;
    this.says = `${this.name} is saved.`;
    this.language?.client.sync();
    this.language?.client.notification("textDocument/didSave", { textDocument: { uri: this.uri } });
  }

  /** Makes an empty file, and opens it. */
  async create(name: string): Promise<boolean> {
    if (this.edited && !confirm(`${this.name} is not saved. Leave it?`)) return false;
    await this.files.save(name, "", "");
    this.edited = false;
    const found = await this.files.list();
    this.folder = found;
    this.language?.came(found.files.find((one) => one.name === name)?.uri ?? "");
    return this.open(name);
  }

  /** Puts a text behind all that stands in the file, not saved. */
  append(text: string): void {
    if (!this.view) return;
    const { doc } = this.view.state;
    const before = doc.length === 0 ? "" : doc.line(doc.lines).length ? "\n\n" : "\n";
    this.view.dispatch({ changes: { from: doc.length, insert: before + text }, selection: { anchor: doc.length + before.length }, scrollIntoView: true });
    this.view.focus();
  }

  /** Writes a scenario into a file, not saved; an empty name is a new file, called by its title. */
  async write(title: string, text: string, into: string): Promise<void> {
    const there = into ? await this.open(into) : await this.create(newName(title, this.named(".scenario")));
    if (!there) return;
    this.append(text);
    this.says = `The scenario stands at the end of ${this.name}, not saved yet.`;
  }

  /** Puts a thing where the cursor is: on a card what it says, elsewhere its name. */
  insert(one: Entry): void {
    if (!this.view || !this.folder?.writes) return;
    const { from, to } = this.view.state.selection.main;
    const text = this.name.endsWith(".cards") ? one.snippet || one.name : one.name;
    snippet(text)(this.view, { label: one.name }, from, to);
    this.view.focus();
  }

  // ---- what the game has

  async contents(): Promise<Entry[]> {
    return (await this.settled())?.contents(this.uri) ?? [];
  }

  async rulebook(): Promise<Clause[]> {
    return (await this.settled())?.rulebook(this.uri) ?? [];
  }

  async parts(): Promise<Partial<Parts>> {
    return (await this.settled())?.parts(this.uri) ?? {};
  }

  async sheet(): Promise<Sheet> {
    return (await this.settled())?.sheet(this.uri) ?? { heads: [], rows: [], files: [] };
  }

  /** Takes edited rows into the files: their own fields alone. False if the author would rather not. */
  async takeRows(heads: string[], rows: string[][]): Promise<boolean> {
    const language = await this.settled();
    return language !== null && this.apply(await language.editSheet(this.uri, [heads, ...rows]));
  }

  /** The card under the cursor. */
  async card(): Promise<{ name: string; code: string } | null> {
    const language = await this.settled();
    const plugin = this.view && LSPPlugin.get(this.view);
    return language && this.view && plugin ? language.card(this.uri, plugin.toPosition(this.view.state.selection.main.head)) : null;
  }

  private async settled(): Promise<Language | null> {
    await this.begun;
    this.language?.client.sync();
    await this.language?.settled();
    return this.language;
  }

  // ---- mistakes

  async look(of: Mistake): Promise<void> {
    const plugin = this.view && LSPPlugin.get(this.view);
    if (this.view && plugin) this.view.dispatch({ selection: { anchor: plugin.fromPosition(of.range.start) }, scrollIntoView: true });
    this.mends = { of, found: (await this.language?.mends(this.uri, of)) ?? [] };
  }

  async mend(one: Mend): Promise<void> {
    this.mends = null;
    await this.apply(one.edit ?? {});
  }

  /** Gives what stands at the cursor another name, wherever it is named. */
  async rename(): Promise<void> {
    const plugin = this.view && LSPPlugin.get(this.view);
    if (!this.view || !plugin || !this.folder?.writes) return;
    const name = await newNameIn(this.view);
    if (name === null) return;
    const language = await this.settled();
    if (language) await this.apply(await language.rename(this.uri, plugin.toPosition(this.view.state.selection.main.head), name));
  }

  /** Changes the text that is open; if there are other files to change, all of them are saved, if the author wants it. */
  private async apply(edit: WorkspaceEdit): Promise<boolean> {
    const plugin = this.view && LSPPlugin.get(this.view);
    if (!this.view || !plugin) return false;
    const changed = edit.documentChanges ?? [];
    const others = changed.filter((file) => file.textDocument.uri !== this.uri);
    const names = others.map((file) => this.nameOf(file.textDocument.uri));
    if (names.includes("")) throw new Error("That is about files of other folders as well: it is done in another editor.");
    if (names.length && !confirm(`This changes ${names.join(", ")} too, and saves all of it. Go on?`)) return false;
    for (const [number, file] of others.entries()) {
      const { text, mark } = await this.files.read(names[number] ?? "");
      await this.files.save(names[number] ?? "", edited(text, file.edits), mark);
      this.language?.came(file.textDocument.uri);
    }
    const mine = changed.filter((file) => file.textDocument.uri === this.uri).flatMap((file) => file.edits);
    this.view.dispatch({ changes: mine.map((one) => ({ from: plugin.fromPosition(one.range.start), to: plugin.fromPosition(one.range.end), insert: one.newText })) });
    if (others.length && this.edited) await this.save();
    if (others.length) this.says = `${[...names, ...(mine.length ? [this.name] : [])].join(", ")} saved.`;
    return true;
  }

  // ---- scenarios

  /** Runs all scenarios, with what is not saved. */
  async run(): Promise<void> {
    const language = await this.settled();
    if (!language) return;
    this.told = await language.scenarios();
    const found = await language.run(this.told);
    this.outcomes = Object.fromEntries(found.map((one) => [keyOf(one), one]));
    this.looked = null;
    this.says = "";
  }

  /** Goes to the line at which a scenario fails, and tells what happened before. */
  async lookInto(one: Told): Promise<void> {
    this.language?.client.sync();
    const found = (await this.language?.look(one)) ?? null;
    this.looked = found && { key: keyOf(one), ...found };
    if (!found) this.says = "It passes by now.";
    else await this.open(this.nameOf(one.uri), found.wrong[0]?.line ?? one.line);
  }

  /** Downloads all files. */
  async take(): Promise<void> {
    if (this.edited && !confirm(`${this.name} is not saved. Take the files as they are?`)) return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await this.files.packed());
    link.download = `${this.folder?.format ?? "format"}.zip`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }
}
