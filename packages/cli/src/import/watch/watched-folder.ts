import { readdirSync, type Stats, statSync } from 'node:fs';
import { join, parse } from 'node:path';
import { formatByName } from '@meridian/formats/node';

/** A data set of a folder: one file, with those beside it that belong to it. */
export type DataSet = {
  /** Within the folder. */
  name: string;
  path: string;
  /** What makes it this very state of its files: names, sizes and times of change. */
  fingerprint: string;
};

/** Names that programs give to what they are still writing, and what is not for others; the reports of imports, too. */
const UNFINISHED = /^\.|~$|\.(?:part|partial|tmp|temp|crdownload|filepart|download|swp)$|\.refused\.ndjson$/i;
const ARCHIVE = /\.(?:zip|kmz|gz|shz)$/i;
/** Endings of which the others beside it are parts: `roads.dbf` belongs to `roads.shp`. */
const WITH_PARTS = /\.(?:shp|mif|dxf|tab)$/i;
/** A .tab may be a table of text as well: other files of its name are then data sets of their own. */
const PARTS_OF_TAB = /\.(?:dat|map|id|ind|dbf)$/i;

/**
 * The data sets of a folder, in the order of their names. A part such as a .dbf belongs to its data set, so it changes when the
 * part does. Folders within are not looked into.
 */
export function dataSetsIn(folder: string): { dataSets: DataSet[]; others: string[] } {
  const files = new Map<string, Stats>();
  for (const name of readdirSync(folder).sort()) {
    const stats = UNFINISHED.test(name) ? undefined : statsOf(join(folder, name));
    if (stats?.isFile()) files.set(name, stats);
  }
  const names = [...files.keys()];
  const owners = names.filter((name) => WITH_PARTS.test(name));
  const isPart = (name: string) =>
    !WITH_PARTS.test(name) && !ARCHIVE.test(name) && owners.some((owner) => isPartOf(owner, name));
  const own = names.filter((name) => !isPart(name));
  const isRead = (name: string) => ARCHIVE.test(name) || formatByName(name) !== undefined;
  const dataSets = own.filter(isRead).map((name): DataSet => {
    const parts = WITH_PARTS.test(name)
      ? names.filter((other) => isPart(other) && isPartOf(name, other))
      : [];
    const marks = [name, ...parts].map((one) => {
      const { size, mtimeMs, ino } = files.get(one)!;
      return [one, size, mtimeMs, ino];
    });
    return { name, path: join(folder, name), fingerprint: JSON.stringify(marks) };
  });
  return { dataSets, others: own.filter((name) => !isRead(name)) };
}

/** A file may go between the listing of its folder and now. */
function statsOf(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

function isPartOf(owner: string, name: string): boolean {
  return stem(owner) === stem(name) && (!/\.tab$/i.test(owner) || PARTS_OF_TAB.test(name));
}

function stem(name: string): string {
  return parse(name).name.toLowerCase();
}
