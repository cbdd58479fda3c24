/** The page's policy allows style elements that carry this; the service makes a new one for each page. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? "";

// Dialogs lock the page behind them by a style element of another library, which looks for its nonce under this name.
Object.assign(window, { __webpack_nonce__: styleNonce });
