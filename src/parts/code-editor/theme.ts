/** Monaco in the app's colours, read from where it stands. */
import { type ChartTokens, chartTokens } from '../../theme/chart.ts'
import { editor } from './monaco.ts'
import { mapValues } from '../../contract/lib/typed.ts'

/** Six digits, which is all Monaco takes: the build shortens `#ffffff` to `#fff`, and a canvas writes any colour out. */
function written(colours: Omit<ChartTokens, 'data'>): Omit<ChartTokens, 'data'> {
  const pen = document.createElement('canvas').getContext('2d')
  const hex = (colour: string): string => {
    if (!pen) return colour
    pen.fillStyle = colour
    return pen.fillStyle
  }
  return mapValues(colours, hex)
}

export const themeName = (light: boolean): string => (light ? 'mg-light' : 'mg-dark')

export function dress(box: HTMLElement, light: boolean): void {
  const { data: _data, ...tokens } = chartTokens(box)
  const { text, dim, line, panel, accent, ok, warn, bad, info, idle } = written(tokens)
  const rule = (token: string, colour: string) => ({ token, foreground: colour.replace('#', '') })
  const name = themeName(light)
  editor.defineTheme(name, {
    base: light ? 'vs' : 'vs-dark',
    inherit: true,
    rules: [
      rule('', text),
      rule('comment', idle),
      rule('type', accent),
      rule('string', text),
      rule('number', info),
      rule('keyword', warn),
    ],
    colors: {
      'editor.background': panel,
      'editor.foreground': text,
      'editorGutter.background': panel,
      'editorLineNumber.foreground': dim,
      'editorLineNumber.activeForeground': text,
      'editorIndentGuide.background1': line,
      'editorWidget.background': panel,
      'editorWidget.border': line,
      'editorHoverWidget.background': panel,
      'editorHoverWidget.border': line,
      'editorError.foreground': bad,
      'editorWarning.foreground': warn,
      'editorInfo.foreground': ok,
      focusBorder: accent,
    },
  })
  editor.setTheme(name)
}
