/** Files that come, go, and are called otherwise. */
import type { Bench } from "./bench.svelte";
import { download } from "./files";

/** Makes an empty file, and opens it. */
export async function create(bench: Bench, name: string): Promise<void> {
  await bench.files.save(name, "", "");
  await come(bench, name);
}

/** Gives the open file another name; what was changed in it is saved before. */
export async function call(bench: Bench, to: string): Promise<void> {
  if (bench.edited) await bench.save();
  const { name } = bench;
  await go(bench, to);
  await come(bench, to);
  bench.says = `${name} is called ${to} now.`;
}

/** Removes the open file, if the author means it. */
export async function remove(bench: Bench): Promise<void> {
  const { name } = bench;
  if (bench.folder?.files.length === 1) throw new Error("The only file of a folder stays.");
  if (!confirm(`Remove ${name}? What stands in it is lost.`)) return;
  await go(bench, "");
  bench.folder = await bench.files.list();
  await openFirst(bench);
  bench.says = `${name} is removed.`;
}

/** The open file is there no more under its name. */
async function go(bench: Bench, to: string): Promise<void> {
  const { name, uri, mark } = bench;
  await bench.files.move(name, to, mark);
  bench.edited = false; // nothing of it is to be kept
  bench.name = "";
  bench.running.changed();
  bench.language?.went(uri);
}

/** Opens a file that the folder has only now. */
async function come(bench: Bench, name: string): Promise<void> {
  bench.folder = await bench.files.list();
  bench.language?.came(bench.uriOf(name));
  await bench.open(name);
}

/** Opens the rules, if there are some. */
export async function openFirst(bench: Bench): Promise<void> {
  const files = bench.folder?.files ?? [];
  const first = files.find((one) => one.name.endsWith(".rules")) ?? files[0];
  if (first) await bench.open(first.name);
}

/** Downloads all files. */
export async function take(bench: Bench): Promise<void> {
  if (bench.unsaved.length && !confirm(`${bench.unsaved.join(", ")} not saved. Take the files as they were saved?`)) return;
  download(await bench.files.packed(), `${bench.folder?.format ?? "format"}.zip`);
}
