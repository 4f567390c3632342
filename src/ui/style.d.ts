/** Our custom properties are styles like the browser's own. */
declare module 'react' {
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined
  }
}
export {}
