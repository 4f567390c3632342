import type { Container, Document, Plugin, Rule } from 'postcss'

/** Weighs as much as two ids and matches everything. */
const weight = ':not(#mg#mg)'

/** What a rule of everything (`* { line-height: 3 !important }`) would spoil in each line. */
const text =
  /^(font(-.+)?|line-height|letter-spacing|word-spacing|text-(transform|indent|align|decoration.*)|color|box-sizing)$/

/** A drawing of one size: a host's rule for its own pictures (`svg { width: 100% !important }`) spoils each button. */
const drawn = /(\.mg-icon[\w-]*|\.mg-mark[\w-]*|\.arco-icon\)?|\bsvg|svg\.arco-icon\[.*|\.mg-sparkline)$/
const shape = /^((min-|max-)?(width|height)|fill|stroke)$/

/** An editor and a terminal make rules while they run, which ours must not outweigh; Arco and the video player make none. */
const ours = (file: string): boolean => !/[\\/]node_modules[\\/](?!(?:@arco-design|video\.js)[\\/])/.test(file)

/**
 * Lifts the app's own rules above those of the page it stands in, all by the same weight, so that among themselves nothing changes: a host's
 * rules of elements, classes and one id lose to them. What concerns text wins against `!important`, too.
 */
export function hostProof(): Plugin {
  return {
    postcssPlugin: 'host-proof',
    OnceExit(sheet) {
      sheet.walkRules((rule) => {
        if (!ours(rule.source?.input.file ?? '') || isStep(rule)) return
        if (rule.parent?.type !== 'rule') rule.selectors = rule.selectors.map(heavier)
        // important rules of a layer would win over those outside of it
        if (isLayered(rule)) return
        const picture = rule.selectors.some((s) => drawn.test(s))
        rule.each((d) => {
          if (d.type === 'decl' && (text.test(d.prop) || (picture && shape.test(d.prop)))) d.important = true
        })
      })
    },
  }
}

/** The weight behind the first element's name, or before everything else. */
export const heavier = (selector: string): string => {
  const [name = ''] = /^(\*|[a-zA-Z][\w-]*)/.exec(selector) ?? []
  return `${name}${weight}${selector.slice(name.length)}`
}

const isStep = (rule: Rule): boolean =>
  rule.parent?.type === 'atrule' && 'name' in rule.parent && `${rule.parent.name}`.endsWith('keyframes')

function isLayered(rule: Rule): boolean {
  for (let at: Container | Document | undefined = rule.parent; at; at = at.parent)
    if (at.type === 'atrule' && 'name' in at && at.name === 'layer') return true
  return false
}
