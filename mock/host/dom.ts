type Child = Node | string | null

type Attributes = Readonly<Record<string, string | boolean | ((event: Event) => void)>>

/** An element with attributes, listeners (`onclick: …`) and children; text is always text. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') node.addEventListener(name.slice(2), value)
    else if (value === true) node.setAttribute(name, '')
    else if (value !== false) node.setAttribute(name, value)
  }
  node.append(...children.filter((c) => c !== null))
  return node
}
