import { LANGUAGE_VERSION } from '../../migrate/migrate.ts'
import { PRODUCT } from '../../overlay/layer.ts'
import { getEntry } from '../../source/node.ts'
import type { Rule } from '../facts/rule.ts'
import { commandLine } from '../../diagnostic/command.ts'

export const languageVersion: Rule = {
  code: 'language-version',
  about: {
    zh: 'schemas/app.yaml 写明这个文件夹用哪一版语言写成，而且是最新的一版',
    en: 'schemas/app.yaml says which version of the language the folder is written in, and that it is the newest',
  },
  check: ({ resolver }, report) => {
    const app = resolver.layersOf('app').find(({ layer }) => layer === PRODUCT.name)
    if (!app) return
    const written = getEntry(app.node, 'version')?.value
    if (!written) {
      report({
        severity: 'warning',
        origin: app.node.origin,
        zh: `请写上 version: ${LANGUAGE_VERSION}：没有它，${commandLine('migrate')} 会当作第 1 版来改写`,
        en: `Write version: ${LANGUAGE_VERSION}: without it ${commandLine('migrate')} takes the folder for version 1`,
      })
    } else if (written.type === 'scalar' && Number.isInteger(written.value) && written.value !== LANGUAGE_VERSION) {
      const isOlder = Number(written.value) < LANGUAGE_VERSION
      const said = String(written.value)
      report({
        origin: written.origin,
        zh: isOlder
          ? `第 ${said} 版的语言已经改过：请运行 ${commandLine('migrate')}，改写成第 ${LANGUAGE_VERSION} 版`
          : `本系统只认识第 ${LANGUAGE_VERSION} 版以内的语言，请先升级系统`,
        en: isOlder
          ? `The language has changed since version ${said}: ${commandLine('migrate')} takes the folder along`
          : `This system knows the language up to version ${LANGUAGE_VERSION}: update it first`,
      })
    }
  },
}
