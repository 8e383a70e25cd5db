/** Common shortcodes. Others stay as typed. */
const table = `white_check_mark ✅|heavy_check_mark ✔️|ballot_box_with_check ☑️|x ❌|hourglass_flowing_sand ⏳|hourglass ⌛|warning ⚠️|tada 🎉|rocket 🚀|
eyes 👀|raised_hands 🙌|+1 👍|thumbsup 👍|-1 👎|thumbsdown 👎|clap 👏|pray 🙏|wave 👋|ok_hand 👌|muscle 💪|point_right 👉|point_up ☝️|point_down 👇|
smile 😄|slightly_smiling_face 🙂|grinning 😀|joy 😂|wink 😉|blush 😊|heart ❤️|heart_eyes 😍|thinking_face 🤔|cry 😢|sob 😭|sweat_smile 😅|sunglasses 😎|
fire 🔥|sparkles ✨|star ⭐|star2 🌟|zap ⚡|bulb 💡|memo 📝|pencil ✏️|pencil2 ✏️|clipboard 📋|pushpin 📌|round_pushpin 📍|paperclip 📎|link 🔗|lock 🔒|unlock 🔓|key 🔑|
bell 🔔|no_bell 🔕|mega 📣|loudspeaker 📢|speech_balloon 💬|left_speech_bubble 🗨️|thought_balloon 💭|email 📧|envelope ✉️|inbox_tray 📥|outbox_tray 📤|package 📦|
calendar 📅|date 📅|spiral_calendar_pad 🗓️|alarm_clock ⏰|stopwatch ⏱️|clock1 🕐|clock3 🕒|watch ⌚|hammer_and_wrench 🛠️|wrench 🔧|gear ⚙️|mag 🔍|mag_right 🔎|
bar_chart 📊|chart_with_upwards_trend 📈|chart_with_downwards_trend 📉|file_folder 📁|open_file_folder 📂|page_facing_up 📄|bookmark 🔖|books 📚|bust_in_silhouette 👤|busts_in_silhouette 👥|
red_circle 🔴|large_red_circle 🔴|large_orange_circle 🟠|large_yellow_circle 🟡|large_green_circle 🟢|large_blue_circle 🔵|white_circle ⚪|black_circle ⚫|large_blue_square 🟦|large_green_square 🟩|white_large_square ⬜|
arrow_right ➡️|arrow_left ⬅️|arrow_up ⬆️|arrow_down ⬇️|arrow_forward ▶️|leftwards_arrow_with_hook ↩️|repeat 🔁|arrows_counterclockwise 🔄|rewind ⏪|fast_forward ⏩|double_vertical_bar ⏸️|black_square_for_stop ⏹️|
checkered_flag 🏁|triangular_flag_on_post 🚩|trophy 🏆|medal 🏅|first_place_medal 🥇|confetti_ball 🎊|balloon 🎈|gift 🎁|birthday 🎂|cake 🍰|coffee ☕|pizza 🍕|beers 🍻|
information_source ℹ️|question ❓|exclamation ❗|no_entry ⛔|no_entry_sign 🚫|octagonal_sign 🛑|construction 🚧|rotating_light 🚨|ghost 👻|robot_face 🤖|wastebasket 🗑️|house 🏠|office 🏢|globe_with_meridians 🌐|earth_africa 🌍|
sunny ☀️|cloud ☁️|rainbow 🌈|seedling 🌱|herb 🌿|bug 🐛|100 💯|plus1 👍|heavy_plus_sign ➕|heavy_minus_sign ➖|small_blue_diamond 🔹|small_orange_diamond 🔸|handshake 🤝|writing_hand ✍️|hand ✋|relaxed ☺️|crossed_fingers 🤞|card_index 📇|dart 🎯|puzzle_piece 🧩|jigsaw 🧩|compass 🧭|world_map 🗺️|airplane ✈️|ship 🚢|train 🚆|hugging_face 🤗|zzz 💤|sleeping 😴|see_no_evil 🙈|boom 💥|bomb 💣|snail 🐌|turtle 🐢|tools 🛠️|page_with_curl 📃|scroll 📜|newspaper 📰|receipt 🧾|moneybag 💰|credit_card 💳|shield 🛡️|crown 👑|mountain ⛰️|hourglass_done ⌛`

const codes = new Map(
  table
    .split('|')
    .map((entry) => entry.trim().split(' '))
    .map(([name, character]) => [name, character]),
)

/** `white_check_mark` → ✅, or undefined. */
export const emoji = (name) => codes.get(name.replace(/::skin-tone-\d$/, ''))

/** What the reaction button offers. */
export const favourites = [
  'white_check_mark',
  'eyes',
  'raised_hands',
  '+1',
  'tada',
  'heart',
  'rocket',
  'thinking_face',
  'pray',
  'fire',
]
