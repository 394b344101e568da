/** How many pixels of the window one of the picture's own takes: a wall display is drawn larger than it is laid out. */
export function scaleOfBox(box: Element, { width } = box.getBoundingClientRect()): number {
  return box.clientWidth > 0 && width > 0 ? width / box.clientWidth : 1
}
