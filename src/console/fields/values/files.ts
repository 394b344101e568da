import { part, type ConsoleApp } from '../../app/app.ts'
import { keysOf } from './text.ts'

/** The file's name: the last part of its address. */
export function fileName(value: string): string {
  const last = value.split(/[?#]/)[0]?.split('/').pop() ?? value
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

export const filesOf = (value: unknown): string[] => keysOf(value).map(file => file.trim())
const PICTURE = /\.(png|jpe?g|gif|webp)$/i
export const isPicture = (value: string): boolean => PICTURE.test(fileName(value))

/** Whether a file's name ends as one of the list, e.g. '.png,.jpg'. */
export const fits = (name: string, endings: string): boolean =>
  endings.split(',').some(ending => name.toLowerCase().endsWith(ending))

const uploads = part(() => new Map<string, number>())
/** Number of uploads in progress, by control: a form cannot be saved before they are finished. */
export function setGoing(app: ConsoleApp, control: string, count: number): void {
  const going = uploads(app)
  if (count) going.set(control, count)
  else going.delete(control)
}
export const isGoing = (app: ConsoleApp, control: string): boolean =>
  [...uploads(app).keys()].some(id => id === control || id.startsWith(`${control}.`))
