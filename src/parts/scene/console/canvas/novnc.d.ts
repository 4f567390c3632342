/** What is used of noVNC 1.7, whose package brings no types of its own (github.com/novnc/noVNC, docs/API.md). */
declare module '@novnc/novnc' {
  interface RfbEvents {
    connect: CustomEvent
    disconnect: CustomEvent<{ clean: boolean }>
    clipboard: CustomEvent<{ text: string }>
  }
  export default class RFB {
    constructor(target: Element, urlOrChannel: string | WebSocket, options?: { shared?: boolean })
    viewOnly: boolean
    focusOnClick: boolean
    scaleViewport: boolean
    clipViewport: boolean
    dragViewport: boolean
    background: string
    addEventListener<K extends keyof RfbEvents>(type: K, listener: (e: RfbEvents[K]) => void): void
    focus(): void
    disconnect(): void
    sendCtrlAltDel(): void
    clipboardPasteFrom(text: string): void
    /** Pressed and let go where `down` is left out. */
    sendKey(keysym: number, code: string | null, down?: boolean): void
  }
}
