import type { Transformer } from '@ant-design/cssinjs'

const BEGINS_WITH = /^\[class\^="([\w-]+)"\], \[class\*=" \1"\]$/

/**
 * antd resets whatever has a class that begins with a component's name. A browser has to ask that of each element of
 * the page and again with each change of one, which made a change of a list's page a third dearer once any control of
 * antd had been drawn. The component itself is enough: sizes of boxes are said in base.css, and the font is inherited.
 */
export const plainSelectors: Transformer = {
  visit: style => {
    const names = Object.keys(style)
    if (!names.some(name => BEGINS_WITH.test(name))) return style
    return Object.fromEntries(Object.entries(style).map(([name, value]) => [name.replace(BEGINS_WITH, '.$1'), value]))
  },
}
