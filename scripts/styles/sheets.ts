import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import postcss, { type Declaration, type Node, type Root } from 'postcss'

export interface Sheet {
  path: string
  root: Root
}
export interface Source {
  path: string
  text: string
}
/** What the lint refuses, and where: a path and a line from 1 on. */
export interface Finding {
  path: string
  line: number
  text: string
}

/** Files below the folders whose name ends so, with `/` in their paths. */
const filesBelow = (folders: readonly string[], ending: RegExp): string[] =>
  folders.flatMap(folder =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(name => ending.test(name))
      .map(name => join(folder, name).replaceAll('\\', '/')),
  )

export const parseSheet = (path: string, text: string): Sheet => ({ path, root: postcss.parse(text, { from: path }) })
export const readSheets = (folders: readonly string[]): Sheet[] =>
  filesBelow(folders, /\.css$/).map(path => parseSheet(path, readFileSync(path, 'utf8')))
export const readSources = (folders: readonly string[]): Source[] =>
  filesBelow(folders, /\.tsx?$/).map(path => ({ path, text: readFileSync(path, 'utf8') }))

export const lineOf = (node: Node): number => node.source?.start?.line ?? 1

/** Whether a declaration is about paper, which is measured in millimetres and points. */
export function isOnPaper(declaration: Declaration): boolean {
  for (let node: Node | undefined = declaration.parent; node; node = node.parent) {
    if (node.type !== 'atrule') continue
    const { name, params } = node as Node & { name: string; params: string }
    if (name === 'page' || (name === 'media' && /\bprint\b/.test(params))) return true
  }
  return false
}
