import type { Report } from '../diagnostic/diagnostic.ts'
import { nearest } from '../diagnostic/nearest.ts'
import { kindOf, type Document, type DocumentKind } from '../source/document.ts'
import type { MapNode } from '../source/node.ts'
import { parseSource, type SourceFile } from '../source/parse.ts'
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
    const place = placeOf(source.path)
    const kind = place && kindOf(place.name)
    if (!place || !kind) {
      reportPlace(source, place?.name, report)
      continue
    }
    layers.set(place.layer.name, place.layer)
    let faults = 0
    const node = parse(source, fault => {
      faults++
      report(fault)
    })
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

/** Names of all documents of a kind, in any layer. */
export const namesOf = (project: Project, kind: DocumentKind): string[] =>
  [...project.documents].filter(([, list]) => list[0]!.kind === kind).map(([name]) => name)
