import { getEntry, isEmpty, isFalse, type MapNode } from '../../source/node.ts'
import type { Rule } from '../facts/rule.ts'

const says = (action: MapNode, key: string): boolean => {
  const entry = getEntry(action, key)
  return entry !== undefined && !isEmpty(entry.value)
}

interface Wrong {
  zh: string
  en: string
}

/** What keeps a button from doing anything, or from saying what it was given to say. */
function wrongWith(name: string, value: MapNode): Wrong | undefined {
  const has = (key: string): boolean => says(value, key)
  // a misspelt name of a button of the entity has none of its keys: required-missing tells of it
  if (!['label', 'page', 'call', 'transition'].some(has)) return undefined
  if (has('page') && has('call'))
    return { zh: `按钮 ${name} 同时写了 page 和 call`, en: `The button ${name} has both page and call` }
  if (!has('page') && !has('call'))
    return {
      zh: `按钮 ${name} 既没有 page 也没有 call，点了不起作用`,
      en: `The button ${name} has neither page nor call: it does nothing`,
    }
  if (has('page') && (has('form') || has('confirm') || has('then')))
    return {
      zh: `按钮 ${name} 打开页面，form、confirm、then 不起作用`,
      en: `The button ${name} opens a page: form, confirm and then do nothing`,
    }
  if (has('otherwise') && !has('visible') && !has('disabled'))
    return {
      zh: `按钮 ${name} 没有 visible 和 disabled，otherwise 不会说出来`,
      en: `The button ${name} has neither visible nor disabled: otherwise is never said`,
    }
  return undefined
}

export const actionTarget: Rule = {
  code: 'action-target',
  about: {
    zh: '按钮恰有 page（打开页面）与 call（调用接口）之一',
    en: 'A button has exactly one of page (opens a page) and call (sends a request)',
  },
  alone: true,
  check: (context, report) => {
    for (const { node } of context.of('page')) {
      const actions = getEntry(node, 'actions')?.value
      if (actions?.type !== 'map') continue
      for (const [name, { keyOrigin, value }] of actions.entries) {
        // other rules report an empty action; more keys would be missing than these
        if (isFalse(value) || isEmpty(value) || value.type !== 'map') continue
        const wrong = wrongWith(name, value)
        if (wrong) report({ origin: keyOrigin, ...wrong })
      }
    }
  },
}
