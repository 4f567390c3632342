/** Monaco in the app's colours, read from where it stands. */
import { chartTokens } from '../../theme/chart.ts'
import { editor } from './monaco.ts'

export function dress(box: HTMLElement, light: boolean): void {
  const { text, dim, line, panel, accent, ok, warn, bad, info, idle } = chartTokens(box)
  const rule = (token: string, colour: string) => ({ token, foreground: colour.replace('#', '') })
  const name = light ? 'mg-light' : 'mg-dark'
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
