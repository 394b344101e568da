import type { Transformer } from '@ant-design/cssinjs'

const BEGINS_WITH = /^\[class\^="([\w-]+)"\], \[class\*=" \1"\]$/

/**
 * antd resets the styles of all elements whose class begins with a component's name. Browsers evaluate such attribute
 * selectors for each element on each change, which made changing a list's page a third slower. This limits them to the
 * component itself; base.css sets box sizes, and the font is inherited.
 */
export const plainSelectors: Transformer = {
  visit: style => {
    const names = Object.keys(style)
    if (!names.some(name => BEGINS_WITH.test(name))) return style
    return Object.fromEntries(Object.entries(style).map(([name, value]) => [name.replace(BEGINS_WITH, '.$1'), value]))
  },
}
