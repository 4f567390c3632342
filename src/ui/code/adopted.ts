/** A style element in looks: what is written into it is a constructed sheet of the page, which a policy on styles lets through. */
export function adoptedStyle(): HTMLStyleElement {
  const style = document.createElement('style')
  const sheet = new CSSStyleSheet()
  let text = ''
  Object.defineProperties(style, {
    sheet: { get: () => sheet },
    textContent: {
      get: () => text,
      set(css: string) {
        text = css
        sheet.replaceSync(css)
      },
    },
    remove: {
      value: () => {
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((s) => s !== sheet)
        Element.prototype.remove.call(style)
      },
    },
  })
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return style
}
