import { placeLayer } from './state.ts';

/** What is dragged is a layer, and no file. */
const KIND = 'application/x-meridian-layer';
const OVER = 'dropping';

/** What makes the head of a layer one to drag. The arrows of the layer do the same by keyboard. */
export function dragOfLayer(space: string) {
  return {
    draggable: true,
    onDragStart: ({ dataTransfer }: DragEvent) => {
      dataTransfer?.setData(KIND, space);
      if (dataTransfer) dataTransfer.effectAllowed = 'move';
    },
  };
}

/** What makes a layer the place for another one. */
export function dropOnLayer(space: string) {
  return {
    onDragOver: (event: DragEvent & { currentTarget: HTMLElement }) => {
      if (!event.dataTransfer?.types.includes(KIND)) return;
      event.preventDefault();
      event.currentTarget.classList.add(OVER);
    },
    onDragLeave: ({ currentTarget }: DragEvent & { currentTarget: HTMLElement }) =>
      currentTarget.classList.remove(OVER),
    onDrop: (event: DragEvent & { currentTarget: HTMLElement }) => {
      event.currentTarget.classList.remove(OVER);
      const dragged = event.dataTransfer?.getData(KIND);
      if (!dragged) return;
      event.preventDefault();
      event.stopPropagation();
      placeLayer(dragged, space);
    },
  };
}
