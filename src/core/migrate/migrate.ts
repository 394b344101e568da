import { isMap, isScalar, parseDocument, Scalar, type YAMLMap, type Document as YamlDocument } from 'yaml'
import type { Report } from '../diagnostic/diagnostic.ts'
import { formatDocument } from '../format/print.ts'
import { readDocument } from '../format/read-document.ts'
import { kindOf, type DocumentKind } from '../source/document.ts'
import { placeOf } from '../overlay/layer.ts'
import type { SourceFile } from '../source/file.ts'
import { isAt, mapsAt, newPair, pairOf, rename } from './step/places.ts'
import type { Step } from './step/step.ts'
import { VERSION_2 } from './version-2/index.ts'

/** All steps, oldest first. A folder without a version is written in the first. */
export const STEPS: readonly Step[] = [VERSION_2]
export const FIRST_VERSION = 1
export const LANGUAGE_VERSION = STEPS.at(-1)?.version ?? FIRST_VERSION

/** The file that says which version a folder is written in. */
export const VERSION_FILE = 'schemas/app.yaml'

/** The steps that a folder of this version still has before it. */
export const stepsFrom = (from: number): Step[] => STEPS.filter(({ version }) => version > from)

/**
 * Files of a folder that is written in version `from`, taken to the newest version of the language, in the form of our
 * YAML; comments and order stay. Gives the files whose text is another now. A file that is no YAML is reported.
 */
export function migrate(files: readonly SourceFile[], from: number, report: Report): SourceFile[] {
  const steps = stepsFrom(from)
  if (steps.length === 0) return []
  // a new folder that only forgot to say its version: its texts must not be taken for expressions of the old one
  const isNew = saysNoVersion(files) && !steps.some(step => files.some(file => hasOldWords(file, step)))
  return files.flatMap(file => migrateFile(file, isNew ? [] : steps, report))
}

const saysNoVersion = (files: readonly SourceFile[]): boolean => {
  const app = files.find(({ path }) => path === VERSION_FILE)
  return app !== undefined && !/^version:/m.test(app.text)
}

/** Whether a key stands in the file that the step renames or takes away. */
function hasOldWords({ path, text }: SourceFile, { renames, gone }: Step): boolean {
  const kind = kindOf(placeOf(path)?.name ?? '')
  const { contents } = parseDocument(text)
  const words = [...renames.map(({ from: key, ...one }) => ({ ...one, key })), ...gone]
  return words.some(
    ({ kinds, at, key }) => kind && kinds.includes(kind) && mapsAt(contents, at).some(map => pairOf(map, key)),
  )
}

function migrateFile(file: SourceFile, steps: readonly Step[], report: Report): SourceFile[] {
  const kind = kindOf(placeOf(file.path)?.name ?? '')
  const document = kind && readDocument(file, report)
  if (!kind || !document || !isMap(document.contents)) return []
  const before = JSON.stringify(document.toJS())
  for (const step of steps) take(step, document, kind)
  if (file.path === VERSION_FILE) setVersion(document.contents as YAMLMap)
  // what says the same keeps the form that its author gave it
  return JSON.stringify(document.toJS()) === before ? [] : [{ ...file, text: formatDocument(document) }]
}

/** Takes one document along by one step. */
export function take(step: Step, document: YamlDocument, kind: DocumentKind): void {
  for (const { kinds, at, from, to } of step.renames) {
    if (!kinds.includes(kind)) continue
    for (const map of mapsAt(document.contents, at)) {
      const pair = pairOf(map, from)
      if (pair) rename(pair, to)
    }
  }
  step.change(document, kind)
}

/** What app.yaml says as the version of its folder: the first where it says none, NaN where that is no number. */
export function versionOf(app: string | undefined): number {
  const contents = app === undefined ? undefined : parseDocument(app).contents
  const version = isMap(contents) ? pairOf(contents as YAMLMap, 'version')?.value : undefined
  if (version === undefined) return FIRST_VERSION
  // a text like '2' is refused rather than read: who takes a new folder for an old one would rewrite its texts
  return isScalar(version) && typeof version.value === 'number' ? version.value : Number.NaN
}

/** After the title, which every app.yaml has, or at the top. */
function setVersion(app: YAMLMap): void {
  const known = pairOf(app, 'version')
  if (known) known.value = new Scalar(LANGUAGE_VERSION)
  else {
    app.items.splice(pairOf(app, 'title') ? 1 : 0, 0, newPair('version', new Scalar(LANGUAGE_VERSION)))
  }
}

/** What a key that is gone is called now, or what to do instead. */
export type Successor = { to: string } | { instead: [zh: string, en: string] }

export function successorOf(kind: DocumentKind, path: readonly string[], key: string): Successor | undefined {
  for (const { renames, gone } of STEPS) {
    const renamed = renames.find(one => one.from === key && one.kinds.includes(kind) && isAt(path, one.at))
    if (renamed) return { to: renamed.to }
    const left = gone.find(one => one.key === key && one.kinds.includes(kind) && isAt(path, one.at))
    if (left) return { instead: left.instead }
  }
  return undefined
}
