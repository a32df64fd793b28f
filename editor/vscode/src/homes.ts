/** Which format a file belongs to. Knows nothing of the editor. */

import * as fs from "node:fs";
import * as path from "node:path";

const NAMED = /^game\s+(?:"([^"]*)"|(\S+))/;

/** The folder of the format that a file lies in: the nearest above it that has rules. */
export function homeOf(file: string): string | undefined {
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    if (rulesIn(folder) !== undefined) {
      return folder;
    }
    if (folder === path.dirname(folder)) {
      return undefined;
    }
  }
}

/** A file of rules of a folder. */
export function rulesIn(folder: string): string | undefined {
  try {
    const found = fs.readdirSync(folder).filter((name) => name.endsWith(".rules"));
    return found.length > 0 ? path.join(folder, found.sort()[0] ?? "") : undefined;
  } catch {
    return undefined;
  }
}

/** The format of a saved game: that in whose folder it lies, else the one that its first line names. */
export function formatOfGame(file: string, text: string): string | undefined {
  const named = NAMED.exec(text);
  return homeOf(file) ?? named?.[1] ?? named?.[2];
}
