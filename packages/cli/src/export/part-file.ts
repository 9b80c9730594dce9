import { closeSync, openSync, renameSync, rmSync } from 'node:fs';
import { Refusal } from '../admin-backend.ts';

/** Writes a file under another name, and gives it its own once it is complete. If that fails nothing of it is left. */
export async function withPartFile<T>(file: string, write: (path: string) => Promise<T>): Promise<T> {
  const path = `${file}.${process.pid}.part`;
  try {
    closeSync(openSync(path, 'w'));
    const written = await write(path);
    renameSync(path, file);
    return written;
  } catch (error) {
    rmSync(path, { force: true });
    const { code, path: failed, message } = error as NodeJS.ErrnoException;
    if (failed !== path) throw error;
    throw new Refusal(
      `the file ${file} cannot be written: ${code === 'ENOENT' ? 'there is no such folder' : message}`,
    );
  }
}
