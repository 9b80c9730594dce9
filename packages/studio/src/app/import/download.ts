/** Downloads a file to the user's computer. */
export function download(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // Later: the browser must have begun to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
