import { useEffect } from 'react';

/** The focused element of the view, and the title of its panel. */
type Held = { readonly element: HTMLElement; readonly titleId: string | null };

function holdOf(target: EventTarget | null): Held | undefined {
  if (!(target instanceof HTMLElement) || target.closest('#main') === null) return undefined;
  return { element: target, titleId: target.closest('section')?.getAttribute('aria-labelledby') ?? null };
}

/**
 * A clicked control is often removed or disabled when its work is done, and then nothing has the focus. This moves the
 * focus to the title of the same panel, so that Tab continues there and a screen reader announces the place, or back to
 * the control once it is enabled again.
 */
export function useFocusRescue(): void {
  useEffect(() => {
    let held: Held | undefined;
    let wasDisabled = false;
    const remember = ({ target }: FocusEvent): void => {
      held = holdOf(target);
      wasDisabled = false;
    };
    const rescue = (): void => {
      if (held === undefined || document.activeElement !== document.body) return;
      const { element, titleId } = held;
      if (!element.isConnected) {
        const title = titleId === null ? null : document.getElementById(titleId);
        if (title !== null) title.tabIndex = -1;
        (title ?? document.getElementById('main'))?.focus({ preventScroll: true });
      } else if (element.matches(':disabled')) wasDisabled = true;
      else if (wasDisabled) element.focus({ preventScroll: true });
    };
    // The browser takes the focus from a disabled control only when it renders.
    const observer = new MutationObserver(() => requestAnimationFrame(rescue));
    document.addEventListener('focusin', remember);
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    return () => {
      document.removeEventListener('focusin', remember);
      observer.disconnect();
    };
  }, []);
}
