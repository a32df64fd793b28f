/** The author's files, as `serve` gives and takes them. */
export interface Folder {
  root: string;
  format: string;
  writes: boolean;
  files: { name: string; uri: string }[];
}

/** The token behind the `#` of the link; empty without one. */
export function tokenIn(hash: string): string {
  return new URLSearchParams(hash.replace(/^#/, "")).get("token") ?? "";
}

/** A name as a part of an address: each folder by itself. */
export function pathOf(name: string): string {
  return name.split("/").map(encodeURIComponent).join("/");
}

export class Files {
  constructor(readonly token: string) {}

  list(): Promise<Folder> {
    return this.asked("/api/author/files");
  }

  read(name: string): Promise<{ text: string; mark: string }> {
    return this.asked(`/api/author/files/${pathOf(name)}`);
  }

  /** Writes a file that still is what its mark says; gives the new mark. */
  async save(name: string, text: string, mark: string): Promise<string> {
    const sent = { method: "PUT", body: JSON.stringify({ text, mark }), headers: { "Content-Type": "application/json" } };
    return (await this.asked<{ mark: string }>(`/api/author/files/${pathOf(name)}`, sent)).mark;
  }

  private async asked<T>(path: string, more: RequestInit = {}): Promise<T> {
    const headers = { ...more.headers, Authorization: `Bearer ${this.token}` };
    const reply = await fetch(new URL(path, location.origin), { ...more, headers });
    const found = (await reply.json().catch(() => null)) as (T & { error?: string }) | null;
    if (reply.ok && found) return found;
    throw new Error(found?.error ?? reply.statusText);
  }
}
