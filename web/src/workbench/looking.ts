/** What the service shows in the open text, asked once for several reasons. */
import type { EditorView } from "@codemirror/view";
import type { Language, Pairs } from "./language";
import { show } from "./showing";

/** Where texts are open: `uri` is that of the text in the editor. */
interface Place {
  readonly current: { view: EditorView | null; uri: string; language: Language | null };
  runs(pairs: Pairs): void;
}

export class Looking {
  private pause: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly place: Place) {}

  end(): void {
    clearTimeout(this.pause);
  }

  soon(): void {
    clearTimeout(this.pause);
    this.pause = setTimeout(() => void this.anew().catch(() => {}), 50); // it is asked again behind the next check
  }

  private async anew(): Promise<void> {
    const { view, uri, language } = this.place.current;
    if (!view || !uri || !language?.client.connected) return;
    language.client.sync();
    const { doc } = view.state;
    const answers = await language.shown(uri, doc.lines);
    if (view === this.place.current.view) show(view, doc, answers, (pairs) => this.place.runs(pairs));
  }
}
