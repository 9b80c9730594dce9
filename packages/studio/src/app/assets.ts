/** Where files are whose names change with their content: the page says so. */
type Assets = { fileWorker: string; mapWorker: string; world: string; places: string; land: string };

export const assets = JSON.parse(document.getElementById('assets')!.textContent!) as Assets;
