import type { SourceFile } from '../../src/core/index.ts'

export interface MadeUp {
  pages: number
  /** number of customers, each with one area */
  scopes: number
  /** number of pages that each scope patches */
  patched: number
}

const ENTITY = `entity: thing
label: 事物
key: id
title: name
fields:
  id: {label: 编号, kind: text}
  name: {label: 名称, kind: text}
${Array.from({ length: 20 }, (_, i) => `  f${i}: {label: 字段${i}, kind: int, width: ${80 + i}}`).join('\n')}
`
const pageText = (i: number): string => `kind: list
title: 页面${i}
entity: thing
source: thing.list
filters:
  name:
  f1:
columns:
  name: {fixed: left}
${Array.from({ length: 14 }, (_, c) => `  f${(c + i) % 20}:`).join('\n')}
sort: name desc
`
const ENDPOINTS =
  'endpoints:\n  thing.list: {method: POST, path: /api/thing/list, in: body, label: 列表, handler: list, entity: thing}\n'
const APP =
  'title: 标题\ncustomerTitle: "{areaName}"\nlanguages: [zh]\nlanguage: zh\nheader: {sidebarLogo: false}\nfooter: {text: x, shown: true}\napi: {base: /a, fileBase: /f, clientId: a, clientSecret: b, tenant: t}\nconstants: {}\n'

/** Generates a configuration of the given size; deterministic. */
export function madeUpProject({ pages, scopes, patched }: MadeUp): SourceFile[] {
  const files: SourceFile[] = [
    { path: 'schemas/app.yaml', text: APP },
    { path: 'schemas/menu.yaml', text: 'menu: {}\n' },
    { path: 'schemas/endpoints.yaml', text: ENDPOINTS },
    { path: 'schemas/entities/thing.yaml', text: ENTITY },
  ]
  for (let i = 0; i < pages; i++) files.push({ path: `schemas/pages/made/p${i}.yaml`, text: pageText(i) })
  for (let s = 0; s < scopes; s++) {
    files.push({
      path: `customers/c${s}/customer.yaml`,
      text: `customer: c${s}\nname: 客户${s}\nareas: ["${11 + (s % 50)}"]\n`,
    })
    for (let p = 0; p < patched; p++) {
      const page = (s * 37 + p * 11) % pages
      files.push({
        path: `customers/c${s}/pages/made/p${page}.yaml`,
        text: `title: 客户${s}的页面\ncolumns:\n  f${page % 20}: false\n`,
      })
    }
  }
  return files
}
