import type { MapNode } from './node.ts'

/** The kinds of YAML files; a file's kind follows from its path within its layer. */
export const DOCUMENT_KINDS = [
  'app',
  'menu',
  'endpoints',
  'dictionary',
  'mixin',
  'entity',
  'workflow',
  'page',
  'customer',
  'area',
  'demo',
  'locale',
  'manual',
  'statistic',
] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

/** A parsed file with what its path says of it. */
export interface Document {
  kind: DocumentKind
  /** path of the file in its layer: what it defines, or patches in the layers below */
  name: string
  /** name of its layer, which is the layer's folder */
  layer: string
  file: string
  node: MapNode
}

const FOLDERS: [RegExp, DocumentKind][] = [
  [/^app$/, 'app'],
  [/^menu$/, 'menu'],
  [/^endpoints$/, 'endpoints'],
  [/^customer$/, 'customer'],
  [/^area$/, 'area'],
  [/^demo$/, 'demo'],
  [/^dictionaries\/[^/]+$/, 'dictionary'],
  [/^mixins\/[^/]+$/, 'mixin'],
  [/^entities\/[^/]+$/, 'entity'],
  [/^workflows\/[^/]+$/, 'workflow'],
  [/^locales\/[^/]+$/, 'locale'],
  [/^manuals\/[^/]+$/, 'manual'],
  [/^statistics\/[^/]+$/, 'statistic'],
  [/^pages\/.+$/, 'page'],
]

/** Kind of a file by its name within its layer, without extension; undefined for an unknown place. */
export const kindOf = (name: string): DocumentKind | undefined => FOLDERS.find(([place]) => place.test(name))?.[1]

/** 'pages/dataCenter/onlineShop' → 'dataCenter/onlineShop'; 'entities/eshop' → 'eshop'. */
export const shortName = (name: string): string => name.slice(name.indexOf('/') + 1)
