import { getEntry } from '../../source/node.ts'
import type { Rule } from '../facts/rule.ts'
import { reportUnknown } from './named.ts'

export const settingName: Rule = {
  code: 'setting-name',
  about: {
    zh: 'app.yaml 的 settings 里按字典代码写的，代码在那个字典里',
    en: 'Settings of app.yaml that are written by the codes of a dictionary have codes of it',
  },
  alone: true,
  check: (context, report) => {
    for (const { node, view } of context.of('app')) {
      for (const [group, dict] of Object.entries(context.words?.settingNames ?? {})) {
        const settings = getEntry(getEntry(node, 'settings')?.value, group)?.value
        const known = view.entries(dict)
        for (const [name, { keyOrigin }] of known && settings?.type === 'map' ? settings.entries : [])
          if (!known!.has(name))
            reportUnknown(report, { name, origin: keyOrigin }, [`字典 ${dict} 的代码`, `code of ${dict}`], known!)
      }
    }
  },
}
