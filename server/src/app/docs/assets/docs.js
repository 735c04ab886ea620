// Copy buttons, the language that was chosen on another page, and the place in the menu. Without it nothing is missing but these.
const kept = 'docs-language';

function remember(language) {
  try {
    localStorage.setItem(kept, language);
  } catch {
    // A browser that stores nothing shows the first language again.
  }
}

function remembered() {
  try {
    return localStorage.getItem(kept);
  } catch {
    return null;
  }
}

function choose(language) {
  for (const input of document.querySelectorAll('.tabs > input')) if (input.value === language) input.checked = true;
}

for (const input of document.querySelectorAll('.tabs > input'))
  input.addEventListener('change', () => {
    const before = input.getBoundingClientRect().top;
    choose(input.value);
    remember(input.value);
    // Other groups above may be longer now; what the reader looks at stays where it is.
    scrollBy(0, input.getBoundingClientRect().top - before);
  });
const language = remembered();
if (language !== null) choose(language);

if (navigator.clipboard !== undefined)
  for (const block of document.querySelectorAll('.docs main pre')) {
    const box = document.createElement('div');
    box.className = 'code';
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.textContent ?? '');
      button.textContent = 'Copied';
      setTimeout(() => (button.textContent = 'Copy'), 2000);
    });
    block.replaceWith(box);
    box.append(block, button);
  }

// A long menu begins at its top on every page; what is open should be seen in it.
const menu = document.querySelector('.menu');
const current = menu?.querySelector('[aria-current]');
if (menu && current && current.offsetTop > menu.clientHeight * 0.8)
  menu.scrollTop = current.offsetTop - menu.clientHeight / 2;

// For a browser that cannot show what is closed beside the text.
const parts = { menu: '60rem', here: '80rem' };
if (!CSS.supports('selector(::details-content)'))
  for (const [part, width] of Object.entries(parts)) {
    const details = document.querySelector(`details.${part}`);
    if (details !== null && matchMedia(`(min-width: ${width})`).matches) details.open = true;
  }
