import type { Document as YamlDocument } from 'yaml'
import type { DocumentKind } from '../../source/document.ts'

/**
 * A key under another name, at a place: 'actions.*', where * is any key and [] any item of a list; '' is the file
 * itself.
 */
export interface Rename {
  kinds: readonly DocumentKind[]
  at: string
  from: string
  to: string
}
/** A key that is gone, and what to do instead, in Chinese and English. */
export interface Gone {
  kinds: readonly DocumentKind[]
  at: string
  key: string
  instead: [zh: string, en: string]
}
/** From one version of the language to the next. */
export interface Step {
  /** the version that a folder is written in afterwards */
  version: number
  renames: readonly Rename[]
  gone: readonly Gone[]
  /** what no renaming says; it runs after the renames */
  change(document: YamlDocument, kind: DocumentKind): void
}
