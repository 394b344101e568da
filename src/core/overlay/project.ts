import type { Report } from '../diagnostic/diagnostic.ts'
import { nearest } from '../diagnostic/nearest.ts'
import { kindOf, type Document, type DocumentKind } from '../source/document.ts'
import type { MapNode } from '../source/node.ts'
import { isLegible } from '../source/legible.ts'
import { isPicture } from '../source/picture.ts'
import type { SourceFile } from '../source/file.ts'
import { parseSource } from '../source/parse.ts'
import { compareLayers, placeOf, type Layer } from './layer.ts'
import { withRecordCalls } from './record-calls.ts'
import { movedDocument, movedRoutes } from './moved-pages.ts'

/** Every file of a configuration folder, parsed and put in its layer. */
export interface Project {
  layers: Layer[]
  /** name in the layer → its documents, in order of precedence */
  documents: Map<string, Document[]>
  /** layer name → names of the documents it holds */
  contents: Map<string, string[]>
  sources: Map<string, SourceFile>
  /** by path, of files that nothing was wrong with */
  trees: Map<string, MapNode>
  /** files that could not be read; documents that patch or name them cannot be checked either */
  broken: string[]
}

export type Parse = (source: SourceFile, report: Report) => MapNode | undefined

/**
 * Reuses the trees of unchanged files, which is safe because trees are immutable. Files with problems are parsed again,
 * so that their problems are reported again.
 */
export const parseChanged =
  (before: Project | undefined): Parse =>
  (source, report) =>
    (before?.sources.get(source.path)?.text === source.text ? before.trees.get(source.path) : undefined)
    ?? parseSource(source, report)

export function readProject(files: Iterable<SourceFile>, report: Report, parse: Parse = parseSource): Project {
  const project: Project = {
    layers: [],
    documents: new Map(),
    contents: new Map(),
    sources: new Map(),
    trees: new Map(),
    broken: [],
  }
  const layers = new Map<string, Layer>()
  const documents: Document[] = []
  for (const source of files) {
    if (source.path.startsWith('schemas/meta/')) continue
    project.sources.set(source.path, source)
    if (isPicture(source.path)) continue
    if (reportsEnding(source, project.sources, report)) continue
    const place = placeOf(source.path)
    const kind = place && kindOf(place.name)
    if (!place || !kind) {
      reportPlace(source, place?.name, report)
      continue
    }
    layers.set(place.layer.name, place.layer)
    let faults = 0
    const told: Report = fault => {
      faults++
      report(fault)
    }
    const node = isLegible(source, told) ? parse(source, told) : undefined
    if (node) documents.push({ kind, name: place.name, layer: place.layer.name, file: source.path, node })
    else project.broken.push(source.path)
    if (node && faults === 0) project.trees.set(source.path, node)
  }
  const routes = movedRoutes(documents)
  for (const document of withRecordCalls(documents)) add(project, movedDocument(document, routes))
  project.layers = [...layers.values()].sort(compareLayers)
  sortDocuments(project)
  return project
}

const YAML = /\.ya?ml$/

/** What is no YAML by its name is read by nobody, and of two names for the same only one can be meant. */
function reportsEnding({ path }: SourceFile, sources: ReadonlyMap<string, SourceFile>, report: Report): boolean {
  const twin = path.replace(YAML, path.endsWith('.yml') ? '.yaml' : '.yml')
  const isYaml = YAML.test(path)
  if (isYaml && !sources.has(twin)) return false
  report({
    code: isYaml ? 'file-twice' : 'file-ending',
    severity: 'error',
    message: isYaml
      ? `同一个文件写了两份：另一份是 ${twin}，请合成一个 .yaml`
      : '没有人读这个文件：配置文件的扩展名是小写的 .yaml；不用的请移到别处',
    messageEn: isYaml
      ? `The same file is there twice, the other one is ${twin}: make them one .yaml`
      : 'Nobody reads this file: configuration ends in .yaml, in small letters; move elsewhere what is not used',
    origin: { file: path, line: 1, col: 1 },
    ...(isYaml ? {} : { suggestion: path.replace(/(?:\.\w+)+$/, '.yaml') }),
  })
  return true
}

function add(project: Project, document: Document): void {
  const { documents, contents } = project
  documents.set(document.name, [...(documents.get(document.name) ?? []), document])
  contents.set(document.layer, [...(contents.get(document.layer) ?? []), document.name])
}

function sortDocuments(project: Project): void {
  const rank = new Map(project.layers.map((layer, i) => [layer.name, i]))
  for (const list of project.documents.values()) list.sort((a, b) => rank.get(a.layer)! - rank.get(b.layer)!)
}

const PLACES = [
  'app',
  'menu',
  'endpoints',
  'customer',
  'area',
  'demo',
  'dictionaries',
  'mixins',
  'entities',
  'workflows',
  'pages',
  'locales',
  'manuals',
  'statistics',
]

function reportPlace(source: SourceFile, name: string | undefined, report: Report): void {
  const folder = (name ?? source.path).split('/')[0]!
  const meant = nearest(folder, PLACES)
  report({
    code: 'file-place',
    severity: 'error',
    message: `文件放错了位置：这里只认 ${PLACES.join('、')}`,
    messageEn: `This file stands where nothing is read: known places are ${PLACES.join(', ')}`,
    origin: { file: source.path, line: 1, col: 1 },
    ...(meant ? { suggestion: source.path.replace(folder, meant) } : {}),
  })
}

/** Names whose documents are others than before; undefined where there are more or fewer names. */
export function changedNames(before: Project, now: Project): Set<string> | undefined {
  if (before.documents.size !== now.documents.size) return undefined
  const changed = new Set<string>()
  for (const [name, documents] of now.documents) {
    const old = before.documents.get(name)
    if (!old) return undefined
    if (
      old.length !== documents.length
      || documents.some(({ node, file }, i) => old[i]?.node !== node || old[i].file !== file)
    )
      changed.add(name)
  }
  return changed
}

/** Names of all documents of a kind, in any layer. */
export const namesOf = (project: Project, kind: DocumentKind): string[] =>
  [...project.documents].filter(([, list]) => list[0]!.kind === kind).map(([name]) => name)
