import { defineMessages } from '#lib/languages/messages';

/** Our contact details, and how to verify that a message is ours. */
export const contactWords = defineMessages(
  {
    title: 'Contact',
    describedAs: 'How to reach Makewhole by phone, email and letter, and how to tell that a message is from us.',
    heading: 'How to reach us',
    phone: 'Phone',
    email: 'Email',
    post: 'Mail',
    caller: 'We call you from',
    lostHeading: 'You cannot find your link',
    lostWords: 'We can send a new link to the email address or number that we have for your case.',
    lostLink: 'Get a new link',
    realHeading: 'Is a message really from us?',
    realWords: (address: string, caller: string) => [
      `Links to our pages always begin with ${address}/.`,
      `Our calls come from ${caller}. You’ll always talk to a person, never a machine. Caller ID can be faked, so if you’re not sure, hang up and call us.`,
      'Our pages never ask for your card. You enter it on a page of Stripe, our payment provider.',
    ],
    stopHeading: 'You want us to stop',
    stopWords: 'Reply STOP to a text, use the stop link on your page, or tell us by phone or email.',
    dataHeading: 'Your data',
    dataWords: 'Our privacy page explains what data we keep, who can see it, and how to have it corrected or deleted.',
    dataLink: 'Privacy',
    safetyHeading: 'You found a security problem',
    safetyWords: 'Please email us. Describe what you did and what you saw, and don’t use real people’s data.',
  },
  {
    title: 'Contacto',
    describedAs:
      'Cómo comunicarse con Makewhole por teléfono, correo electrónico y carta, y cómo saber si un mensaje es nuestro.',
    heading: 'Cómo comunicarse con nosotros',
    phone: 'Teléfono',
    email: 'Correo electrónico',
    post: 'Cartas',
    caller: 'Le llamamos desde',
    lostHeading: 'No encuentra su enlace',
    lostWords:
      'Podemos enviar un enlace nuevo a la dirección de correo electrónico o al número que tenemos para su caso.',
    lostLink: 'Pedir un enlace nuevo',
    realHeading: '¿Un mensaje es realmente nuestro?',
    realWords: (address, caller) => [
      `Los enlaces a nuestras páginas empiezan con ${address}/ y nunca con otra cosa.`,
      `Nuestras llamadas vienen del ${caller}. Habla una persona, nunca una máquina. Un extraño puede falsificar un número; si tiene dudas, cuelgue y llámenos.`,
      'Ninguna página nuestra tiene un campo para su tarjeta. Usted la ingresa en la página de Stripe, nuestro proveedor de pagos.',
    ],
    stopHeading: 'Quiere que dejemos de contactarle',
    stopWords:
      'Responda STOP a un mensaje de texto, use el enlace para detener los mensajes en su página, o díganoslo por teléfono o correo electrónico.',
    dataHeading: 'Sus datos',
    dataWords: 'Nuestra página de privacidad dice qué guardamos, quién lo ve y cómo pedir que se corrija o se borre.',
    dataLink: 'Privacidad',
    safetyHeading: 'Encontró un problema de seguridad',
    safetyWords:
      'Escríbanos a nuestro correo electrónico. Díganos qué hizo y qué vio, y no use datos de personas reales.',
  },
);
