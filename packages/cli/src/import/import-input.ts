import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import {
  type FeatureReader,
  FormatFault,
  fileSource,
  isAddress,
  type ReadOptions,
  readFeatures,
  streamSource,
} from '@meridian/formats/node';
import { WrongUsage } from '../connect.ts';
import type { ImportOptions } from './import-options.ts';

/** What one argument of the command stands for: a file, standard input, or an address. */
export type ImportInput = {
  /** For messages: as it was given, but without secrets. */
  name: string;
  /** What the list of refused features is called after. */
  reportName: string;
  /** The list of refused features goes on where that of the input before ended. */
  appendsReport?: boolean;
  /** Undefined where an interrupted import can't be resumed. */
  fingerprint: readonly (string | number)[] | undefined;
  read(options: ReadOptions): FeatureReader;
};

/** Drives of Windows have one letter. */
const OTHER_ADDRESS = /^[a-z][a-z\d+.-]+:\/\//i;

export async function openInput(file: string, options: ImportOptions): Promise<ImportInput> {
  const { service, header, sql } = options;
  if (isAddress(file)) {
    // Loaded here: files need none of it.
    const { openAddress } = await import('@meridian/formats/remote');
    const reportName = reportNameOf(file);
    try {
      const input = await openAddress(file, {
        ...(service !== undefined && { service }),
        ...(sql !== undefined && { sql }),
        ...(header && { headers: Object.fromEntries(header) }),
      });
      return { ...input, reportName };
    } catch (error) {
      if (error instanceof FormatFault) return unreadable(error, reportName);
      throw error;
    }
  }
  const unused = Object.entries({ service, header, sql }).find(([, value]) => value !== undefined);
  if (unused !== undefined) throw new WrongUsage(`--${unused[0]} is for addresses, and ${file} is a file`);
  if (file === '-')
    return {
      name: file,
      reportName: 'stdin',
      fingerprint: undefined,
      read: (read) => readFeatures(streamSource(process.stdin, '-'), read),
    };
  if (OTHER_ADDRESS.test(file))
    return unreadable(
      new FormatFault(
        'unsupported',
        file,
        'is an address of a kind that is not read: http, https and postgres are',
      ),
      reportNameOf(file),
    );
  try {
    const source = fileSource(file);
    const { size, mtimeMs, ino } = readableFile(file);
    const fingerprint = [realpathSync(file), size, mtimeMs, ino];
    return {
      name: file,
      reportName: basename(file),
      fingerprint,
      read: (read) => readFeatures(source, read),
    };
  } catch (error) {
    const fault =
      error instanceof FormatFault ? error : new FormatFault('unavailable', file, systemReason(error));
    return unreadable(fault, basename(file));
  }
}

/** Found out before it is read: in the middle of an import it would be an error of the system. */
function readableFile(file: string) {
  const found = statSync(file);
  if (found.isDirectory())
    throw new FormatFault(
      'unsupported',
      file,
      /\.gdb\/*$/i.test(file)
        ? 'is an Esri File Geodatabase, which is not read: ogr2ogr makes a GeoPackage of it'
        : 'is a folder: name the files in it, or import all of them with --watch',
    );
  accessSync(file, constants.R_OK);
  return found;
}

function systemReason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'cannot be read: there is no such file';
  if (code === 'EACCES') return 'cannot be read: its permissions do not allow it';
  return `cannot be read: ${message}`;
}

/** Fails when it is read, as a damaged file does: so it has its line in the report, and the other files are read. */
function unreadable(fault: FormatFault, reportName: string): ImportInput {
  return {
    name: fault.file,
    reportName,
    fingerprint: undefined,
    read: () => ({
      bytesRead: 0,
      size: undefined,
      format: undefined,
      crs: undefined,
      guesses: [],
      contents: { layers: [] },
      [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(fault) }),
    }),
  };
}

/** `https://example.org/data/roads.geojson?x=1` → `roads.geojson`; of a table its name. */
function reportNameOf(address: string): string {
  const { pathname, searchParams, hostname } = new URL(address);
  const name = searchParams.get('table') ?? pathname.split('/').findLast((part) => part !== '') ?? hostname;
  return decodeURIComponent(name)
    .replaceAll(/[^\w.-]/g, '_')
    .slice(0, 80);
}
